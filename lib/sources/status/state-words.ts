import type { ServiceState } from "@/lib/domain/status/service-state";

const WORDS: Readonly<Record<Exclude<ServiceState, "unknown">, string>> = {
  operational: `operational none up ok online available healthy normal noimpact resolved recovered completed closed noknownissues
    allsystemsoperational info informational serviceinformation maintenance undermaintenance underscheduledmaintenance
    inmaintenance scheduledmaintenance`,
  degraded: `degraded degradedperformance partialoutage partial minor minoroutage hasissues limited disruption lowdisruptions
    mediumdisruptions somedisruptions issues partiallydegraded partiallydegradedservice degradedservice`,
  down: `down downtime outage majoroutage fulloutage completeoutage major critical offline highdisruptions majordisruptions
    majordisruption unavailable`,
};

const states = new Map<string, ServiceState>(
  Object.entries(WORDS).flatMap(([state, words]) => words.split(/\s+/).map((word) => [word, state as ServiceState] as const)),
);

/** Ignores case and punctuation. An unlisted word means unknown; a planned maintenance is operational. */
export function stateOfWord(word: string | null | undefined): ServiceState {
  return states.get((word ?? "").toLowerCase().replace(/[^a-z]/g, "")) ?? "unknown";
}

export const isMaintenanceWord = (word: string | null | undefined): boolean => /maint/i.test(word ?? "");
