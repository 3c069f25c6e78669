import { MINUTE_MS } from "../basics/time";

export interface BreakerState {
  /** Consecutive failures. */
  failures: number;
  openUntil: Date | null;
}

const FAILURES_TO_OPEN = 5;
const FIRST_OPEN_MS = 5 * MINUTE_MS;
const LONGEST_OPEN_MS = 60 * MINUTE_MS;
/** Longer than any request's timeout, so that the one trial has answered or failed by then. */
const TRIAL_MS = 2 * MINUTE_MS;

export type Admission = "closed" | "open" | "trial";

export const closedBreaker: BreakerState = { failures: 0, openUntil: null };

const isOpen = (state: BreakerState, now: Date): boolean => state.openUntil !== null && state.openUntil > now;

/** `trial`: the pause is over, and one request may test whether the host is back. */
export function admissionOf(state: BreakerState, now: Date): Admission {
  if (isOpen(state, now)) return "open";
  return state.failures >= FAILURES_TO_OPEN ? "trial" : "closed";
}

/** Keeps the breaker open for all other requests while one trial runs. */
export const afterTrialStarted = (state: BreakerState, now: Date): BreakerState => ({
  ...state,
  openUntil: new Date(now.getTime() + TRIAL_MS),
});

/** A request that was under way when the breaker opened says nothing new. */
export function afterFailure(state: BreakerState, now: Date, wasTrial: boolean): BreakerState {
  if (isOpen(state, now) && !wasTrial) return state;
  const failures = state.failures + 1;
  if (failures < FAILURES_TO_OPEN) return { failures, openUntil: state.openUntil };
  const openMs = Math.min(LONGEST_OPEN_MS, FIRST_OPEN_MS * 2 ** (failures - FAILURES_TO_OPEN));
  return { failures, openUntil: new Date(now.getTime() + openMs) };
}

/** Applies a Retry-After, capped at one hour; a later time of our own is kept. */
export function afterRetryAfter(state: BreakerState, now: Date, until: Date): BreakerState {
  const latest = new Date(Math.min(until.getTime(), now.getTime() + LONGEST_OPEN_MS));
  return { ...state, openUntil: state.openUntil !== null && state.openUntil > latest ? state.openUntil : latest };
}
