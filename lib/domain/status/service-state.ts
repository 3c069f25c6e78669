const MILD = /\b(?:partial(?:ly)?|minor|no|without|limited|brief)\s+(?:service\s+)?(?:outages?|unavailab\w+|disruptions?|major)\b/gi;
const SEVERE = /\b(?:unavailable|outages?|service disruptions?|major|critical)\b/i;

/** Severity by an incident's wording: an outage is down, anything else degraded. */
export function severityOfText(text: string): Exclude<KnownState, "operational"> {
  return SEVERE.test(text.replace(MILD, " ")) ? "down" : "degraded";
}

export type ServiceState = "operational" | "degraded" | "down" | "unknown";
export type KnownState = Exclude<ServiceState, "unknown">;

export const SERVICE_STATES: readonly ServiceState[] = ["operational", "degraded", "down", "unknown"];

const SEVERITY: Readonly<Record<KnownState, number>> = { operational: 0, degraded: 1, down: 2 };

export const isKnown = (state: ServiceState): state is KnownState => state !== "unknown";

export const isWorse = (state: KnownState, than: KnownState): boolean => SEVERITY[state] > SEVERITY[than];

/** Known trouble outweighs unknown states; known health does not. Without states: unknown. */
export function worstState(states: readonly ServiceState[]): ServiceState {
  if (states.includes("down")) return "down";
  if (states.includes("degraded")) return "degraded";
  if (states.length === 0 || states.includes("unknown")) return "unknown";
  return "operational";
}

/** The worst of the known states: one unreadable page does not hide the state of other services. */
export function worstKnown(states: readonly ServiceState[]): ServiceState {
  const known = states.filter(isKnown);
  return known.length === 0 ? "unknown" : worstState(known);
}
