import { describe, expect, test } from "vitest";
import { ageWords, vainAttempts } from "@/lib/domain/freshness/age-words";

const source = (minute: number, lastFault: string | null, consecutiveFailures: number, isRead = false) => ({
  firstAttemptAt: new Date(Date.UTC(2026, 10, 28, 13, minute)),
  lastReadAt: isRead ? new Date(Date.UTC(2026, 10, 28, 13, minute)) : null,
  lastFault,
  consecutiveFailures,
});

describe("attempts in vain", () => {
  test("are counted by the source that was tried most, since the first of all, with the fault of most", () => {
    expect(vainAttempts([source(55, "network", 2), source(53, "timeout", 3), source(54, "network", 3)])).toEqual({
      count: 3,
      since: "2026-11-28T13:53:00.000Z",
      fault: "network",
    });
  });

  test("name what a host failed by before it was left alone, where that is known", () => {
    const alone = source(53, "breaker_open", 1);
    expect(vainAttempts([alone, alone, source(53, "timeout", 1)])?.fault).toBe("timeout");
    expect(vainAttempts([alone])?.fault).toBe("breaker_open");
  });

  test("are none before the first attempt, and once any source was read", () => {
    expect(vainAttempts([])).toBeNull();
    expect(vainAttempts([source(53, "network", 1), source(53, null, 0, true)])).toBeNull();
    expect(vainAttempts([source(53, "network", 1), source(53, "network", 1, true)])).toBeNull();
  });
});

const DAY = 86_400;
const attempts = { count: 3, since: "2026-11-28T13:53:00.000Z", fault: "network" };
const nothing = { ageSeconds: null, isShipped: false, sourcesRead: 0, sourcesTotal: 52, vainAttempts: null };

test.each([
  [nothing, "no data yet"],
  [{ ...nothing, vainAttempts: attempts }, "never read, tried 3 times since 28 Nov 2026, 13:53 UTC: network"],
  [{ ...nothing, sourcesRead: 10 }, "10 of 52 sources read"],
  [{ ...nothing, ageSeconds: 18.7 * DAY }, "18 d old"],
  [{ ...nothing, ageSeconds: 18.7 * DAY, isShipped: true }, "18 d old, as shipped"],
  [
    { ...nothing, ageSeconds: 18.7 * DAY, isShipped: true, vainAttempts: { ...attempts, count: 1 } },
    "18 d old, as shipped; never read, tried 1 time since 28 Nov 2026, 13:53 UTC: network",
  ],
])("%j is said as %s", (age, words) => {
  expect(ageWords(age)).toBe(words);
});
