import { describe, expect, test } from "vitest";
import { ageSecondsOf, doubtOf, earliestTime, isStaleAge, likelyTime, type ClockReadings } from "@/lib/domain/freshness/clock";
import { datasetCapture, oldestCapture } from "@/lib/domain/freshness/dataset-capture";
import { freshnessOf } from "@/lib/domain/pages/format";

const NOW = Date.parse("2026-05-15T12:00:00Z");
const DAYS = 2 * 86_400_000;

const readings = (overrides: Partial<ClockReadings> = {}): ClockReadings => ({
  wall: NOW,
  steady: null,
  sources: [],
  database: null,
  ledger: null,
  ...overrides,
});

describe("the machine's clock", () => {
  test.each<[string, Partial<ClockReadings>]>([
    ["no witness answers", {}],
    [
      "all agree within 30 s",
      { steady: NOW - 30_000, sources: [NOW, NOW + 20_000, NOW - 5000], database: NOW + 30_000, ledger: NOW + 30_000 },
    ],
    ["the ledger is older, as it is after a quiet week", { ledger: NOW - 7 * DAYS }],
    [
      "it was just corrected: the sources agree with it, this machine's witnesses do not",
      { steady: NOW + DAYS, sources: [NOW, NOW + 1000, NOW - 1000], ledger: NOW + DAYS },
    ],
    ["one source of three lies", { sources: [NOW, NOW + 1000, NOW + DAYS] }],
    ["two sources say otherwise, which are too few", { sources: [NOW + DAYS, NOW + DAYS] }],
  ])("is trusted when %s", (_, overrides) => expect(doubtOf(readings(overrides))).toBeNull());

  test.each<[string, Partial<ClockReadings>, object]>([
    ["jumped", { steady: NOW - 30_001 }, { witness: "steady", aheadMs: 30_001 }],
    ["was set back", { steady: NOW + DAYS }, { witness: "steady", aheadMs: -DAYS }],
    ["is not that of the database", { steady: NOW, database: NOW - DAYS }, { witness: "database", aheadMs: DAYS }],
    ["is behind the ledger", { steady: NOW, ledger: NOW + DAYS }, { witness: "ledger", aheadMs: -DAYS }],
    [
      "differs from most sources, although this machine's witnesses agree",
      { steady: NOW, database: NOW, sources: [NOW - DAYS, NOW - DAYS, NOW] },
      { witness: "sources", aheadMs: DAYS },
    ],
  ])("is in doubt when it %s", (_, overrides, doubt) => expect(doubtOf(readings(overrides))).toEqual(doubt));

  test("in doubt prefers the sources' time, then the steady clock, then the database", () => {
    const all = { wall: NOW + DAYS, steady: NOW + 1, database: NOW + 2, sources: [NOW, NOW, NOW] };
    expect(likelyTime(readings(all))).toBe(NOW);
    expect(likelyTime(readings({ ...all, sources: [] }))).toBe(NOW + 1);
    expect(likelyTime(readings({ ...all, sources: [], steady: null }))).toBe(NOW + 2);
  });

  test("a day has ended only when it has ended by the slowest clock", () => {
    expect(earliestTime(readings({ wall: NOW + DAYS, steady: NOW + 2 * DAYS, database: NOW, sources: [NOW + 5, NOW + 5, NOW + 5] }))).toBe(
      NOW,
    );
    expect(earliestTime(readings({ ledger: NOW - DAYS }))).toBe(NOW);
  });
});

describe("data with a future timestamp", () => {
  const now = new Date(NOW);
  const ahead = new Date(NOW + DAYS);
  const read = (at: Date) => ({ firstAttemptAt: new Date(NOW - 10 * DAYS), lastAttemptAt: at, lastReadAt: at });

  test("has no age, and is stale under an SLA", () => {
    expect(ageSecondsOf(ahead, now)).toBeNull();
    expect(isStaleAge(ageSecondsOf(ahead, now), 600)).toBe(true);
    expect(isStaleAge(ageSecondsOf(ahead, now), null)).toBe(false);
    expect(ageSecondsOf(new Date(NOW + 30_000), now)).toBe(0);
  });

  test("does not count as a reading, and does not make present readings look old", () => {
    expect(datasetCapture([read(ahead)], now)).toBeNull();
    const far = read(new Date(NOW + 20 * DAYS));
    expect(datasetCapture([far, ...Array.from({ length: 9 }, () => read(now))], now)).toEqual(now);
    expect(oldestCapture([now, ahead], now)).toBeNull();
  });

  test("is of unknown age on a page", () => {
    expect(freshnessOf(ahead.toISOString(), 600, now)).toBe("unknown");
    expect(freshnessOf(new Date(NOW + 20_000).toISOString(), 600, now)).toBe("live");
  });
});
