import type { PolledService } from "@/jobs/poll-status/store-poll";
import { statusPages } from "@/lib/catalogs/status-pages";
import type { ServiceState } from "@/lib/domain/status/service-state";

const ANSWERED = { kind: "read", fault: null, error: null, isMaintenance: false } as const;
const UNANSWERED = { kind: "failed", fault: "timeout", isMaintenance: false, error: "The page did not answer." } as const;

/** What a poll of every page finds that lists no components; a page of unknown state did not answer. */
export const polledPages = (stateOf: (service: string) => ServiceState): PolledService[] =>
  statusPages.map(({ id, name }) => {
    const state = stateOf(id);
    const answer = state === "unknown" ? UNANSWERED : ANSWERED;
    return { service: id, name, isSource: true, state, components: [], incidents: [], validators: null, ...answer };
  });
