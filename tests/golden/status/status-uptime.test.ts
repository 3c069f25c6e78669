import { afterAll, beforeAll, expect, test } from "vitest";
import { statusDays, statusServices, statusTransitions } from "@/db/schema/status";
import { statusUptime } from "@/lib/endpoints/history/status/uptime";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { emptyDay } from "@/lib/domain/status/day-class";
import type { ServiceState } from "@/lib/domain/status/service-state";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { premiumCall } from "../../support/money/premium-call";
import { request } from "../../support/server/request";

let database: TestDatabase;

const april = (day: number): string => `2026-04-${String(day).padStart(2, "0")}`;
const at = (day: number, time: string): Date => new Date(`${april(day)}T${time}:00Z`);

const dayRows = (days: readonly (readonly [string, ServiceState])[]) =>
  days.map(([day, status]) => ({ service: "anthropic", day, status, tally: { ...emptyDay, last: null } }));

/**
 * Degraded on the 9th 06:00 to 18:00, down on the 17th 00:00 to 06:00. Unreadable on the 20th, not
 * watched on the 21st.
 */
beforeAll(async () => {
  database = await useTestDatabase();
  const { db } = database;
  const classOf = (day: number): ServiceState => (day === 9 ? "degraded" : day === 17 ? "down" : day === 20 ? "unknown" : "operational");
  const days = Array.from({ length: 27 }, (_, position) => position + 1).filter((day) => day !== 21);
  await db.insert(statusServices).values({
    service: "anthropic",
    knownState: "operational",
    state: "operational",
    firstKnownAt: new Date("2026-03-01T00:00:00Z"),
    knownAt: at(27, "23:58"),
  });
  await db.insert(statusDays).values(dayRows(days.map((day) => [april(day), classOf(day)] as const)));
  await db.insert(statusDays).values(
    dayRows([
      ["2026-03-01", "operational"],
      ["2026-03-02", "degraded"],
      ["2026-03-05", "down"],
    ]),
  );
  await db.insert(statusTransitions).values([
    { service: "anthropic", at: new Date("2026-03-04T12:00:00Z"), fromState: "operational", toState: "down" },
    { service: "anthropic", at: new Date("2026-03-06T12:00:00Z"), fromState: "down", toState: "operational" },
    { service: "anthropic", at: at(9, "06:00"), fromState: "operational", toState: "degraded" },
    { service: "anthropic", at: at(9, "18:00"), fromState: "degraded", toState: "operational" },
    { service: "anthropic", at: at(17, "00:00"), fromState: "operational", toState: "down" },
    { service: "anthropic", at: at(17, "06:00"), fromState: "down", toState: "operational" },
  ]);
});
afterAll(() => database.close());

const uptime = (from: string, to: string) => premiumCall(database.db, premiumStatusUptime, { provider: "anthropic", from, to });

test("27 days, one unknown and one missing: (23 + 0.5 × 1) / 25 × 100 = 94", async () => {
  const { status, body, spent } = await uptime(april(1), april(27));
  expect([status, spent]).toEqual([200, 1]);
  expect(body).toMatchObject({
    ok: true,
    provider: "anthropic",
    range: { from: april(1), to: april(27), days: 27 },
    days_total: 27,
    days_with_data: 25,
    days_missing: 1,
    days_unknown: 1,
    days_operational: 23,
    days_degraded: 1,
    days_down: 1,
    uptime_pct: 94,
    partial: false,
    incident_days: [
      { date: april(9), status: "degraded" },
      { date: april(17), status: "down" },
    ],
    freshness: { sla_applies: false, fresh: true, as_of: null },
  });
  expect(body.days).toHaveLength(27);
  expect(body.days[19]).toEqual({ date: april(20), status: "unknown", partial: false });
  expect(body.days[20]).toEqual({ date: april(21), status: null, partial: false });
});

test("five days, two of them missing, one operational, one degraded, one down: (1 + 0.5) / 3 × 100 = 50", async () => {
  expect((await uptime("2026-03-01", "2026-03-05")).body).toMatchObject({
    days_total: 5,
    days_with_data: 3,
    days_missing: 2,
    uptime_pct: 50,
  });
});

test("by time: the 9th (12 + 12 × 0.5) / 24 × 100 = 75, the 17th 18 / 24 × 100 = 75, both and the seven days between (216 − 6 − 6) / 216 × 100 = 94.4444", async () => {
  expect((await uptime(april(9), april(9))).body.uptime_pct_time_weighted).toBe(75);
  expect((await uptime(april(17), april(17))).body.uptime_pct_time_weighted).toBe(75);
  expect((await uptime(april(9), april(17))).body.uptime_pct_time_weighted).toBe(94.4444);
});

test("a range without changes has the state that the next change left: 5 March was down all day, 0 / 24 × 100 = 0", async () => {
  expect((await uptime("2026-03-05", "2026-03-05")).body).toMatchObject({ uptime_pct: 0, uptime_pct_time_weighted: 0 });
});

test("the free and the paid answer agree on the same days", async () => {
  const { body: paid } = await uptime(april(1), april(27));
  const { body: free } = await request(statusUptime, `/api/history/status/uptime?provider=anthropic&from=${april(1)}&to=${april(27)}`);
  const { freshness, billing, receipt, ...figures } = paid;
  expect([freshness, billing, receipt].every(Boolean)).toBe(true);
  expect(free).toMatchObject(figures);
  expect(free.stale_after_seconds).toBeNull();
});
