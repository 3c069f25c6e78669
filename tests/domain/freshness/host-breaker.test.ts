import { describe, expect, test } from "vitest";
import {
  admissionOf,
  afterFailure,
  afterRetryAfter,
  afterTrialStarted,
  closedBreaker,
  type BreakerState,
} from "@/lib/domain/freshness/host-breaker";

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1) + minutes * 60_000);
const failed = (times: number, now = at(0)): BreakerState =>
  Array.from({ length: times }).reduce<BreakerState>((state) => afterFailure(state, now, false), closedBreaker);

describe("the circuit breaker", () => {
  test("stays closed for four failures and opens for five minutes at the fifth", () => {
    expect(admissionOf(failed(4), at(0))).toBe("closed");
    expect(failed(5)).toEqual({ failures: 5, openUntil: at(5) });
    expect(admissionOf(failed(5), at(4.9))).toBe("open");
    expect(admissionOf(failed(5), at(5))).toBe("trial");
  });

  test("ignores failures of requests that were under way when it opened", () => {
    expect(failed(12)).toEqual(failed(5));
  });

  test("stays open for other requests while a trial runs", () => {
    expect(admissionOf(afterTrialStarted(failed(5), at(6)), at(6))).toBe("open");
  });

  test("doubles its pause with each failed trial, up to an hour", () => {
    let state = failed(5);
    let now = at(0);
    const pauses = Array.from({ length: 6 }, () => {
      now = state.openUntil ?? now;
      state = afterFailure(afterTrialStarted(state, now), now, true);
      return ((state.openUntil?.getTime() ?? 0) - now.getTime()) / 60_000;
    });
    expect(pauses).toEqual([10, 20, 40, 60, 60, 60]);
  });

  test("applies Retry-After for at most an hour, without counting a failure", () => {
    expect(afterRetryAfter(closedBreaker, at(0), at(2))).toEqual({ failures: 0, openUntil: at(2) });
    expect(afterRetryAfter(closedBreaker, at(0), at(600))).toEqual({ failures: 0, openUntil: at(60) });
    expect(afterRetryAfter(failed(5), at(0), at(2))).toEqual(failed(5));
    expect(admissionOf(afterRetryAfter(closedBreaker, at(0), at(2)), at(2))).toBe("closed");
  });
});
