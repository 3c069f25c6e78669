/** `limited`: something answered, but a filter or a rate limit rather than the API. `our_fail` teaches nothing about the provider. */
export type ProbeOutcome = "ok" | "limited" | "provider_fail" | "our_fail";

export interface ProbeAnswer {
  status: number | null;
  fault: string | null;
}

const TOO_MANY_REQUESTS = 429;
const FORBIDDEN = 403;
/** Said by a proxy or a portal between us and the API. */
const OUR_NETWORK = new Set([407, 511]);
/** Faults that lie on our side of the wire. */
const OUR_FAULTS = new Set(["forbidden_address", "cancelled", "breaker_open"]);

function unansweredOutcome(fault: string | null): ProbeOutcome {
  return fault !== null && OUR_FAULTS.has(fault) ? "our_fail" : "provider_fail";
}

/** Any HTTP answer below 500 is up; 429, and a 403 that the API does not itself give, are no outages. */
export function reachOutcome({ status, fault }: ProbeAnswer, expectedStatuses: readonly number[]): ProbeOutcome {
  if (status === null) return unansweredOutcome(fault);
  if (OUR_NETWORK.has(status)) return "limited";
  if (status >= 500) return "provider_fail";
  if (expectedStatuses.includes(status)) return "ok";
  return status === TOO_MANY_REQUESTS || status === FORBIDDEN ? "limited" : "ok";
}

/** A 4xx is our key, our quota or our request; a 200 without a completion is the provider's failure. */
export function completionOutcome({ status, fault }: ProbeAnswer, isWellFormed: boolean): ProbeOutcome {
  if (status === null) return unansweredOutcome(fault);
  if (status === 200) return isWellFormed ? "ok" : "provider_fail";
  return status >= 500 && !OUR_NETWORK.has(status) ? "provider_fail" : "our_fail";
}

/** When most of the world is silent at once, it is our own line: nobody is blamed for it. */
export function withoutOwnOutage<Sample extends { status: number | null; outcome: ProbeOutcome }>(samples: readonly Sample[]): Sample[] {
  const unanswered = samples.filter(({ status }) => status === null).length;
  if (samples.length < 2 || unanswered * 2 <= samples.length) return [...samples];
  return samples.map((sample) => (sample.status === null ? { ...sample, outcome: "our_fail" } : sample));
}
