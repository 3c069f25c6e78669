import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { incidentFreePct, rollUpDay, summariseProbeDays } from "@/lib/domain/probes/probe-days";
import type { ProbeSample } from "@/lib/domain/probes/probe-summary";

const at = (time: string): Date => new Date(`2026-03-02T${time}:00Z`);
const sample = (time: string, rest: Partial<ProbeSample> = {}): ProbeSample => ({
  kind: "reach",
  at: at(time),
  outcome: "ok",
  status: 401,
  fault: null,
  dnsMs: 1,
  tcpMs: 2,
  tlsMs: 3,
  ttfbMs: 100,
  totalMs: 110,
  ...rest,
});
const failed = (time: string): ProbeSample => sample(time, { outcome: "provider_fail", status: 503 });
const ours = (time: string): ProbeSample => sample(time, { outcome: "our_fail", status: null, fault: "cancelled" });

describe("a day of probes", () => {
  test("golden: four of four and three of four are 7 / 8 = 0.875; an hour at 0.75 is an incident, so (2 − 1) / 2 × 100 = 50", () => {
    const day = rollUpDay([
      sample("00:00"),
      sample("00:15", { ttfbMs: 300 }),
      sample("00:30"),
      sample("00:45"),
      sample("01:00"),
      failed("01:15"),
      sample("01:30"),
      sample("01:45"),
    ]);
    expect(day).toMatchObject({
      hoursProbed: 2,
      incidentHours: 1,
      completion: null,
      reach: { count: 8, successCount: 7, okShare: 0.875, statusCodes: { 401: 7, 503: 1 }, ttfb: { p50: 100, p99: 300 } },
    });
    expect(incidentFreePct(day.hoursProbed, day.incidentHours)).toBe(50);
  });

  test("golden: nineteen of twenty are 0.95, which is no incident; eighteen of nineteen are 0.9474, which is one", () => {
    const minute = (position: number): string => `05:${String(position).padStart(2, "0")}`;
    const hour = (count: number) => [
      failed(minute(0)),
      ...Array.from({ length: count - 1 }, (_, position) => sample(minute(position + 1))),
    ];
    expect(rollUpDay(hour(20)).incidentHours).toBe(0);
    expect(rollUpDay(hour(19)).incidentHours).toBe(1);
  });

  test("our own failures are no data: an hour with nothing else was not probed", () => {
    expect(rollUpDay([ours("00:00"), ours("00:15"), sample("01:00")])).toMatchObject({
      hoursProbed: 1,
      incidentHours: 0,
      reach: { count: 1 },
    });
  });

  test("completions are counted separately", () => {
    const day = rollUpDay([sample("00:00"), sample("00:00", { kind: "completion", status: 200, ttfbMs: 900, totalMs: 950 })]);
    expect([day.reach.count, day.reach.ttfb.p50, day.completion?.count, day.completion?.ttfb.p50]).toEqual([1, 100, 1, 900]);
  });

  test("the order of samples does not matter", () => {
    const samples = fc.array(
      fc.record({
        minute: fc.integer({ min: 0, max: 1439 }),
        outcome: fc.constantFrom("ok" as const, "limited" as const, "provider_fail" as const, "our_fail" as const),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(samples, (rows) => {
        const all = [
          ...new Map(
            rows.map(({ minute, outcome }) => [
              minute,
              sample("00:00", { at: new Date(at("00:00").getTime() + minute * 60_000), outcome, ttfbMs: minute }),
            ]),
          ).values(),
        ];
        expect(rollUpDay(all.toReversed())).toEqual(rollUpDay(all));
        expect(rollUpDay(all).incidentHours).toBeLessThanOrEqual(rollUpDay(all).hoursProbed);
      }),
    );
  });
});

describe("several days", () => {
  test("golden: 7 of 8 and 4 of 4 are 11 / 12 = 0.9167; one incident in three hours leaves (3 − 1) / 3 × 100 = 66.6667", () => {
    const one = rollUpDay([
      sample("00:00"),
      sample("00:15"),
      sample("00:30"),
      sample("00:45"),
      sample("01:00"),
      failed("01:15"),
      sample("01:30"),
      sample("01:45"),
    ]);
    const other = rollUpDay([sample("02:00"), sample("02:15"), sample("02:30"), sample("02:45")]);
    expect(summariseProbeDays([one, other, rollUpDay([ours("03:00")])])).toEqual({
      count: 12,
      ok_pct: 0.9167,
      uptime_pct: 66.6667,
      incident_hours: 1,
      days_with_data: 2,
    });
  });

  test("without days there are no shares", () => {
    expect(summariseProbeDays([])).toEqual({ count: 0, ok_pct: null, uptime_pct: null, incident_hours: 0, days_with_data: 0 });
  });
});
