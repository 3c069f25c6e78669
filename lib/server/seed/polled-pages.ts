import type { PolledService } from "@/jobs/poll-status/store-poll";
import { statusPages } from "@/lib/catalogs/status-pages";
import type { KnownState } from "@/lib/domain/status/service-state";

/** What a poll of every page finds that is read and lists no components. */
export const polledPages = (stateOf: (service: string) => KnownState): PolledService[] =>
  statusPages.map(({ id, name }) => ({
    service: id,
    name,
    isSource: true,
    kind: "read",
    state: stateOf(id),
    components: [],
    fault: null,
    error: null,
    incidents: [],
    validators: null,
  }));
