import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeDays, mergeStretches } from "@/lib/domain/status/merge-services";
import { providerUptime } from "@/lib/domain/status/provider-uptime";
import { stretchesOf, summariseUptime, timeWeightedUptime } from "@/lib/domain/status/uptime";

const dates = Array.from({ length: 27 }, (_, index) => `2026-04-${String(index + 1).padStart(2, "0")}`);

describe("uptime", () => {
  test("golden: 24 operational, 2 degraded, 1 down of 27 days is (24 + 0.5 x 2) / 27 x 100 = 92.5926", () => {
    const days = dates.map((date) => ({
      date,
      status:
        date === "2026-04-17"
          ? ("down" as const)
          : ["2026-04-09", "2026-04-10"].includes(date)
            ? ("degraded" as const)
            : ("operational" as const),
    }));
    expect(summariseUptime(dates, days)).toEqual({
      days_total: 27,
      days_with_data: 27,
      days_missing: 0,
      days_operational: 24,
      days_degraded: 2,
      days_down: 1,
      days_unknown: 0,
      uptime_pct: 92.5926,
      incident_days: [
        { date: "2026-04-09", status: "degraded" },
        { date: "2026-04-10", status: "degraded" },
        { date: "2026-04-17", status: "down" },
      ],
    });
  });

  test("golden: unknown and missing days are no data: 1 operational + 1 down of 2 is 50", () => {
    const days = [
      { date: "2026-04-01", status: "operational" as const },
      { date: "2026-04-02", status: "unknown" as const },
      { date: "2026-04-03", status: "down" as const },
    ];
    expect(summariseUptime(dates.slice(0, 5), days)).toMatchObject({
      days_total: 5,
      days_with_data: 2,
      days_unknown: 1,
      days_missing: 2,
      uptime_pct: 50,
    });
  });

  test("without data there is no percentage", () => {
    expect(summariseUptime(dates, [])).toMatchObject({ uptime_pct: null, days_missing: 27 });
  });

  test("golden: six hours degraded and six down of one day are (12 + 6 x 0.5 + 0) / 24 x 100 = 62.5", () => {
    const first = { state: "operational" as const, at: new Date("2026-04-01T00:00:00Z") };
    const changes = [
      { at: new Date("2026-04-01T06:00:00Z"), to: "degraded" as const },
      { at: new Date("2026-04-01T12:00:00Z"), to: "down" as const },
      { at: new Date("2026-04-01T18:00:00Z"), to: "operational" as const },
    ];
    expect(timeWeightedUptime(stretchesOf(first, changes, new Date("2026-04-02T00:00:00Z")), ["2026-04-01"])).toBe(62.5);
  });

  test("days that were not watched do not count", () => {
    const stretches = stretchesOf(
      { state: "down", at: new Date("2026-04-01T00:00:00Z") },
      [{ at: new Date("2026-04-03T00:00:00Z"), to: "operational" }],
      new Date("2026-04-04T00:00:00Z"),
    );
    expect(timeWeightedUptime(stretches, ["2026-04-01", "2026-04-03"])).toBe(50);
    expect(timeWeightedUptime(stretches, [])).toBeNull();
  });

  test("percentages lie between 0 and 100", () => {
    const status = fc.constantFrom("operational" as const, "degraded" as const, "down" as const, "unknown" as const);
    fc.assert(
      fc.property(fc.array(status, { maxLength: 27 }), (states) => {
        const { uptime_pct, days_with_data, days_unknown, days_missing } = summariseUptime(
          dates,
          states.map((state, index) => ({ date: dates[index] as string, status: state })),
        );
        expect(uptime_pct === null ? 50 : uptime_pct).toBeGreaterThanOrEqual(0);
        expect(uptime_pct ?? 50).toBeLessThanOrEqual(100);
        expect(days_with_data + days_unknown + days_missing).toBe(27);
      }),
    );
  });
});

describe("several services", () => {
  test("the worst known state decides the day", () => {
    const days = mergeDays([
      [
        { date: "2026-04-01", status: "operational" },
        { date: "2026-04-02", status: "unknown" },
      ],
      [
        { date: "2026-04-01", status: "degraded" },
        { date: "2026-04-02", status: "operational" },
      ],
    ]);
    expect(days).toEqual([
      { date: "2026-04-01", status: "degraded" },
      { date: "2026-04-02", status: "operational" },
    ]);
  });

  test("golden: overlapping trouble counts by the worse: 6 h degraded beside 3 h down of 24 is (18 + 3 x 0.5) / 24 x 100 = 81.25", () => {
    const hour = (hours: number) => new Date(Date.parse("2026-04-01T00:00:00Z") + hours * 3_600_000);
    const one = stretchesOf(
      { state: "operational", at: hour(0) },
      [
        { at: hour(6), to: "degraded" },
        { at: hour(12), to: "operational" },
      ],
      hour(24),
    );
    const other = stretchesOf(
      { state: "operational", at: hour(0) },
      [
        { at: hour(9), to: "down" },
        { at: hour(12), to: "operational" },
      ],
      hour(24),
    );
    expect(timeWeightedUptime(mergeStretches([one, other]), ["2026-04-01"])).toBe(81.25);
  });
});

describe("a provider's uptime over a range", () => {
  const range = { from: "2026-04-01", to: "2026-04-02", days: 2 };
  const service = {
    service: "a",
    knownState: "operational" as const,
    knownAt: new Date("2026-04-02T12:00:00Z"),
    firstKnownAt: new Date("2026-03-01T00:00:00Z"),
  };
  const days = [
    { service: "a", date: "2026-04-01", status: "down" as const },
    { service: "a", date: "2026-04-02", status: "operational" as const },
  ];

  test("golden: the state before the first change is the one it changed from: 12 h down of 36 watched is 66.6667", () => {
    const changes = [{ service: "a", at: new Date("2026-04-01T12:00:00Z"), from: "down" as const, to: "operational" as const }];
    expect(providerUptime([service], days, changes, range)).toMatchObject({ uptime_pct_time_weighted: 66.6667, uptime_pct: 50 });
  });

  test("a change after the range tells the state throughout it", () => {
    const changes = [{ service: "a", at: new Date("2026-04-05T12:00:00Z"), from: "degraded" as const, to: "operational" as const }];
    expect(providerUptime([{ ...service, knownAt: new Date("2026-04-06T00:00:00Z") }], days, changes, range)).toMatchObject({
      uptime_pct_time_weighted: 50,
    });
  });

  test("days before the service was followed are missing", () => {
    expect(providerUptime([{ ...service, firstKnownAt: new Date("2026-04-02T00:00:00Z") }], days.slice(1), [], range)).toMatchObject({
      days_missing: 1,
      uptime_pct_time_weighted: 100,
      days: [
        { date: "2026-04-01", status: null },
        { date: "2026-04-02", status: "operational" },
      ],
    });
  });
});
