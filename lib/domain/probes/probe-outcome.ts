/** `limited`: a filter or rate limit answered, not the API. `our_fail` says nothing about the provider. */
export type ProbeOutcome = "ok" | "limited" | "provider_fail" | "our_fail";

export interface ProbeResponse {
  status: number | null;
  fault: string | null;
}

const TOO_MANY_REQUESTS = 429;
const FORBIDDEN = 403;
/** Sent by a proxy or captive portal between us and the API. */
const OUR_NETWORK = new Set([407, 511]);
const OUR_FAULTS = new Set(["forbidden_address", "cancelled", "breaker_open"]);

function unansweredOutcome(fault: string | null): ProbeOutcome {
  return fault !== null && OUR_FAULTS.has(fault) ? "our_fail" : "provider_fail";
}

/** Any HTTP answer below 500 counts as up. 429, and a 403 the API itself does not send, are `limited`, not outages. */
export function reachOutcome({ status, fault }: ProbeResponse, expectedStatuses: readonly number[]): ProbeOutcome {
  if (status === null) return unansweredOutcome(fault);
  if (OUR_NETWORK.has(status)) return "limited";
  if (status >= 500) return "provider_fail";
  if (expectedStatuses.includes(status)) return "ok";
  return status === TOO_MANY_REQUESTS || status === FORBIDDEN ? "limited" : "ok";
}

/** A 4xx is due to our key, quota or request; a 200 without a completion is the provider's failure. */
export function completionOutcome({ status, fault }: ProbeResponse, isWellFormed: boolean): ProbeOutcome {
  if (status === null) return unansweredOutcome(fault);
  if (status === 200) return isWellFormed ? "ok" : "provider_fail";
  return status >= 500 && !OUR_NETWORK.has(status) ? "provider_fail" : "our_fail";
}

/** When more than half of all endpoints do not answer at once, our own line is down. */
export function withoutOwnOutage<Sample extends { status: number | null; outcome: ProbeOutcome }>(samples: readonly Sample[]): Sample[] {
  const unanswered = samples.filter(({ status }) => status === null).length;
  if (samples.length < 2 || unanswered * 2 <= samples.length) return [...samples];
  return samples.map((sample) => (sample.status === null ? { ...sample, outcome: "our_fail" } : sample));
}
