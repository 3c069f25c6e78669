import { afterAll, beforeAll, expect, test } from "vitest";
import { saveProbeDays } from "@/db/queries/probes/probe";
import { rollUpDay } from "@/lib/domain/probes/probe-days";
import type { ProbeSample } from "@/lib/domain/probes/probe-summary";
import { probeSeries } from "@/lib/endpoints/premium/probe/series";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { premiumCall } from "../../support/money/premium-call";

let database: TestDatabase;

const probe = (date: string, time: string, rest: Partial<ProbeSample> = {}): ProbeSample => ({
  kind: "reach",
  at: new Date(`${date}T${time}:00Z`),
  outcome: "ok",
  status: 401,
  fault: null,
  dnsMs: 1,
  tcpMs: 2,
  tlsMs: 3,
  ttfbMs: 100,
  totalMs: 120,
  ...rest,
});

/** Day one: four answers, one of them slow, and a failure in the second hour. Day three: two answers and a completion. */
beforeAll(async () => {
  database = await useTestDatabase();
  const first = [
    probe("2026-04-01", "00:00"),
    probe("2026-04-01", "00:15", { ttfbMs: 200 }),
    probe("2026-04-01", "01:00", { ttfbMs: 400, totalMs: 480 }),
    probe("2026-04-01", "01:15", { outcome: "provider_fail", status: 503 }),
    probe("2026-04-01", "02:00"),
  ];
  const third = [
    probe("2026-04-03", "10:00"),
    probe("2026-04-03", "10:15"),
    probe("2026-04-03", "10:15", { kind: "completion", status: 200, ttfbMs: 700, totalMs: 900 }),
  ];
  await saveProbeDays(database.db, [
    { target: "anthropic", date: "2026-04-01", computedAt: new Date("2026-04-01T23:45:00Z"), figures: rollUpDay(first) },
    { target: "anthropic", date: "2026-04-03", computedAt: new Date("2026-04-03T23:45:00Z"), figures: rollUpDay(third) },
    { target: "openai", date: "2026-04-02", computedAt: new Date("2026-04-02T23:45:00Z"), figures: rollUpDay(first) },
  ]);
});
afterAll(() => database.close());

const EMPTY = {
  count: 0,
  ok_pct: null,
  uptime_pct: null,
  ttfb_p50: null,
  ttfb_p95: null,
  ttfb_p99: null,
  total_p50: null,
  total_p95: null,
  total_p99: null,
  hours_probed: 0,
  incident_hours: 0,
  completion: null,
  has_data: false,
};

test("4 of 5 are 0.8, an hour of 1 / 2 is an incident: (3 − 1) / 3 × 100 = 66.6667; of 100, 100, 200, 400 the median is the third, 200; together 6 / 7 = 0.8571 and (4 − 1) / 4 × 100 = 75", async () => {
  const { status, body, spent } = await premiumCall(database.db, probeSeries, {
    provider: "anthropic",
    from: "2026-04-01",
    to: "2026-04-03",
  });
  expect([status, spent, body.billing.credits_charged]).toEqual([200, 5, 5]);
  expect(body).toMatchObject({
    ok: true,
    provider: "anthropic",
    endpoint: "anthropic",
    endpoints: ["anthropic"],
    range: { from: "2026-04-01", to: "2026-04-03", days: 3 },
    summary: { count: 7, ok_pct: 0.8571, uptime_pct: 75, incident_hours: 1, days_with_data: 2, days_missing: 1 },
    freshness: { as_of: "2026-04-01T23:45:00.000Z", sla_applies: false, fresh: true },
  });
  expect(body.points).toEqual([
    {
      date: "2026-04-01",
      count: 5,
      ok_pct: 0.8,
      uptime_pct: 66.6667,
      ttfb_p50: 200,
      ttfb_p95: 400,
      ttfb_p99: 400,
      total_p50: 120,
      total_p95: 480,
      total_p99: 480,
      hours_probed: 3,
      incident_hours: 1,
      completion: null,
      has_data: true,
    },
    { date: "2026-04-02", ...EMPTY },
    {
      date: "2026-04-03",
      count: 2,
      ok_pct: 1,
      uptime_pct: 100,
      ttfb_p50: 100,
      ttfb_p95: 100,
      ttfb_p99: 100,
      total_p50: 120,
      total_p95: 120,
      total_p99: 120,
      hours_probed: 1,
      incident_hours: 0,
      has_data: true,
      completion: { count: 1, ok_pct: 1, ttfb_p50: 700, ttfb_p95: 700, ttfb_p99: 700, total_p50: 900, total_p95: 900, total_p99: 900 },
    },
  ]);
});
