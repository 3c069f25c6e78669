import type { Db } from "@/db/client";
import { storePoll } from "@/jobs/poll-status/store-poll";
import { statusPages } from "@/lib/catalogs/status-pages";
import type { ServiceState } from "@/lib/domain/status/service-state";

export type PolledStates = Readonly<Record<string, ServiceState>>;

const SLOT_MS = 120_000;

/** Stores one poll with these states, as the job does. */
export async function storeStates(db: Db, at: Date, states: PolledStates): Promise<void> {
  const slot = new Date(Math.floor(at.getTime() / SLOT_MS) * SLOT_MS);
  const polled = Object.entries(states).map(([service, state]) => ({
    service,
    name: statusPages.find((page) => page.id === service)?.name ?? service,
    isSource: true,
    kind: state === "unknown" ? ("failed" as const) : ("read" as const),
    state,
    components:
      state === "unknown"
        ? []
        : Array.from({ length: 8 }, (_, index) => ({ name: `Part ${index}`, status: state, rawStatus: null, isCore: index < 6 })),
    incidents: [],
    isMaintenance: false,
    fault: state === "unknown" ? ("network" as const) : null,
    error: null,
    validators: null,
  }));
  await storePoll(db, polled, { slot, now: at });
}

export const everywhere = (state: ServiceState): PolledStates => Object.fromEntries(statusPages.map((page) => [page.id, state]));

export const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
