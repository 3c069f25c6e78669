import { describe, expect, test } from "vitest";
import { countServices, countsInWords, currentState, isTroubled, type CheckedService } from "@/lib/domain/status/current-states";

const NOW = new Date("2026-11-23T12:00:00Z");
const CADENCE = 120;
const ago = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString();
const service = (change: Partial<CheckedService>): CheckedService => ({
  status: "operational",
  lastChecked: ago(60),
  lastKnownStatus: "operational",
  lastKnownAt: ago(60),
  ...change,
});

describe("the state of a service now", () => {
  test("is what was checked up to two cadences ago", () => {
    expect(currentState(service({ status: "down", lastChecked: ago(240) }), CADENCE, NOW)).toEqual({ state: "down", lastKnown: null });
  });

  test("is unknown beyond two cadences, with what that check saw", () => {
    const checked = service({ status: "down", lastChecked: ago(241) });
    expect(currentState(checked, CADENCE, NOW)).toEqual({ state: "unknown", lastKnown: { state: "down", at: ago(241) } });
  });

  test("is unknown when the page could not be read, with what was last known", () => {
    const unread = service({ status: "unknown", lastKnownStatus: "degraded", lastKnownAt: ago(900) });
    expect(currentState(unread, CADENCE, NOW)).toEqual({ state: "unknown", lastKnown: { state: "degraded", at: ago(900) } });
  });

  test("is unknown before the first check, never operational", () => {
    const unchecked = service({ status: "unknown", lastChecked: null, lastKnownStatus: null, lastKnownAt: null });
    expect(currentState(unchecked, CADENCE, NOW)).toEqual({ state: "unknown", lastKnown: null });
    expect(currentState({ ...unchecked, status: "operational" }, CADENCE, NOW)).toEqual({ state: "unknown", lastKnown: null });
  });

  test("is trouble also while only the last known state was", () => {
    expect(isTroubled({ state: "down", lastKnown: null })).toBe(true);
    expect(isTroubled({ state: "unknown", lastKnown: { state: "degraded", at: ago(900) } })).toBe(true);
    expect(isTroubled({ state: "unknown", lastKnown: { state: "operational", at: ago(900) } })).toBe(false);
    expect(isTroubled({ state: "unknown", lastKnown: null })).toBe(false);
  });
});

describe("services in one count", () => {
  test("has every followed service in its total, and every state once", () => {
    const counts = countServices(["operational", "unknown", "down", "degraded", "operational"]);
    expect(counts).toEqual({ total: 5, operational: 2, degraded: 1, down: 1, unknown: 1, troubled: 2, worst: "down" });
    expect(countsInWords(counts)).toBe("2 of 5 services not operational, 1 unknown");
  });

  test("says what is operational when nothing is known to fail", () => {
    expect(countsInWords(countServices(["operational", "operational"]))).toBe("2 of 2 services operational");
    expect(countsInWords(countServices(["operational", "unknown"]))).toBe("1 of 2 services operational, 1 unknown");
  });

  test("claims nothing when nothing is known", () => {
    const counts = countServices(["unknown", "unknown"]);
    expect([counts.worst, countsInWords(counts)]).toEqual(["unknown", "The state of all 2 services is unknown"]);
    expect(countsInWords(countServices([]))).toBe("No service is followed");
  });
});
