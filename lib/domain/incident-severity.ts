import type { KnownState } from "./service-state";

const MILD = /\b(?:partial(?:ly)?|minor|no|without|limited|brief)\s+(?:service\s+)?(?:outages?|unavailab\w+|disruptions?|major)\b/gi;
const SEVERE = /\b(?:unavailable|outages?|service disruptions?|major|critical)\b/i;

/** What an open incident's own words say: an outage is down, any other trouble degraded. */
export function severityOfText(text: string): Exclude<KnownState, "operational"> {
  return SEVERE.test(text.replace(MILD, " ")) ? "down" : "degraded";
}
