const MILD = /\b(?:partial(?:ly)?|minor|no|without|limited|brief)\s+(?:service\s+)?(?:outages?|unavailab\w+|disruptions?|major)\b/gi;
const SEVERE = /\b(?:unavailable|outages?|service disruptions?|major|critical)\b/i;

/** What an open incident's own words say: an outage is down, any other trouble degraded. */
export function severityOfText(text: string): Exclude<KnownState, "operational"> {
  return SEVERE.test(text.replace(MILD, " ")) ? "down" : "degraded";
}

export type ServiceState = "operational" | "degraded" | "down" | "unknown";
export type KnownState = Exclude<ServiceState, "unknown">;

export const SERVICE_STATES: readonly ServiceState[] = ["operational", "degraded", "down", "unknown"];

const SEVERITY: Readonly<Record<KnownState, number>> = { operational: 0, degraded: 1, down: 2 };

export const isKnown = (state: ServiceState): state is KnownState => state !== "unknown";

export const isWorse = (state: KnownState, than: KnownState): boolean => SEVERITY[state] > SEVERITY[than];

/** Trouble that is certain outweighs what nobody knows; health does not. No states at all: unknown. */
export function worstState(states: readonly ServiceState[]): ServiceState {
  if (states.includes("down")) return "down";
  if (states.includes("degraded")) return "degraded";
  if (states.length === 0 || states.includes("unknown")) return "unknown";
  return "operational";
}

/** The worst among the states that are known: a provider's page that cannot be read hides its other services' state from nobody. */
export function worstKnown(states: readonly ServiceState[]): ServiceState {
  const known = states.filter(isKnown);
  return known.length === 0 ? "unknown" : worstState(known);
}
