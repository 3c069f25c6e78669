import { isKnown, isWorse, type KnownState, type ServiceState } from "./service-state";

export interface LastKnown {
  state: KnownState;
  at: Date;
}

export interface Transition {
  from: KnownState;
  to: KnownState;
  at: Date;
}

/** A transition needs two known states: new services and unreadable pages make none. */
export function transitionOf(last: LastKnown | null, observed: ServiceState, at: Date): Transition | null {
  if (last === null || !isKnown(observed) || observed === last.state) return null;
  return { from: last.state, to: observed, at };
}

type IncidentSeverity = "minor" | "major";

export interface OpenIncident {
  severity: IncidentSeverity;
  startedAt: Date;
}

export type IncidentChange =
  | { kind: "open"; severity: IncidentSeverity; startedAt: Date }
  | { kind: "escalate" }
  | { kind: "close"; resolvedAt: Date; durationMinutes: number };

const severityOf = (state: KnownState): IncidentSeverity => (state === "down" ? "major" : "minor");

const minutesBetween = (from: Date, to: Date): number => Math.max(0, Math.round((to.getTime() - from.getTime()) / 60_000));

/** What is known of a service once a poll is applied. */
interface KnownService {
  state: ServiceState;
  knownSince: Date | null;
  firstKnownAt: Date | null;
}

/** Whether the service was first known at this moment. What was the case then had begun before. */
export const isFirstSight = (at: Date, { firstKnownAt }: Pick<KnownService, "firstKnownAt">): boolean =>
  firstKnownAt !== null && at.getTime() === firstKnownAt.getTime();

/** Opens an incident for trouble that no transition began: the service had it when it was first known. */
export function troubleAtFirstSight(open: OpenIncident | null, { state, knownSince, firstKnownAt }: KnownService): IncidentChange | null {
  if (open !== null || !isKnown(state) || state === "operational" || knownSince === null) return null;
  return isFirstSight(knownSince, { firstKnownAt }) ? { kind: "open", severity: severityOf(state), startedAt: knownSince } : null;
}

/** At most one incident is open per service; its severity only rises. */
export function incidentChange(open: OpenIncident | null, transition: Transition): IncidentChange | null {
  if (transition.to === "operational") {
    if (open === null) return null;
    return { kind: "close", resolvedAt: transition.at, durationMinutes: minutesBetween(open.startedAt, transition.at) };
  }
  if (open === null) {
    return isWorse(transition.to, transition.from) ? { kind: "open", severity: severityOf(transition.to), startedAt: transition.at } : null;
  }
  return transition.to === "down" && open.severity === "minor" ? { kind: "escalate" } : null;
}
