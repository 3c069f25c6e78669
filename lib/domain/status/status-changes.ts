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
