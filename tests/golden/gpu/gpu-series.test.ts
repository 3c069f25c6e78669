import { afterAll, beforeAll, expect, test } from "vitest";
import { gpuDays } from "@/db/schema/gpu";
import { gpuSeries } from "@/lib/endpoints/gpu/pricing/series";
import { premiumGpuSeries } from "@/lib/endpoints/premium/gpu/series";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { premiumCall } from "../../support/money/premium-call";
import { request } from "../../support/server/request";

let database: TestDatabase;

const day = (date: string, onDemand: number | null, spot: number | null) => ({
  date,
  gpu: "H100",
  cheapestOnDemandUsdHour: onDemand,
  cheapestOnDemandProvider: onDemand === null ? null : "runpod",
  cheapestSpotUsdHour: spot,
  cheapestSpotProvider: spot === null ? null : "akash",
  providerCount: 2,
  totalOffers: 5,
  capturedAt: new Date(`${date}T06:15:00Z`),
});

beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.insert(gpuDays).values([day("2026-04-01", 2, 1.2), day("2026-04-02", 2.6, null), day("2026-04-04", 2.5, 0.9)]);
});
afterAll(() => database.close());

test("on demand 2, 2.6, 2.5: mean 7.1 / 3 = 2.366667, change (2.5 − 2) / 2 × 100 = 25; spot 1.2, 0.9: mean 2.1 / 2 = 1.05, change (0.9 − 1.2) / 1.2 × 100 = −25; three days of four", async () => {
  const { status, body, spent } = await premiumCall(database.db, premiumGpuSeries, { gpu: "h100", from: "2026-04-01", to: "2026-04-04" });
  expect([status, spent]).toEqual([200, 1]);
  expect(body).toMatchObject({
    ok: true,
    gpu: "H100",
    vram_gb: 80,
    from: "2026-04-01",
    to: "2026-04-04",
    days: 4,
    delta_in_window: { on_demand: { start: 2, end: 2.5, pct_change: 25 }, spot: { start: 1.2, end: 0.9, pct_change: -25 } },
    summary: {
      on_demand: { min: 2, max: 2.6, avg: 2.366667, days: 3 },
      spot: { min: 0.9, max: 1.2, avg: 1.05, days: 2 },
      days_with_data: 3,
      days_missing: 1,
    },
    freshness: { as_of: "2026-04-01T06:15:00.000Z", sla_applies: false },
  });
  expect(
    body.points.map((point: Record<string, unknown>) => [
      point.date,
      point.cheapest_on_demand_usd_hr,
      point.cheapest_spot_usd_hr,
      point.has_data,
    ]),
  ).toEqual([
    ["2026-04-01", 2, 1.2, true],
    ["2026-04-02", 2.6, null, true],
    ["2026-04-03", null, null, false],
    ["2026-04-04", 2.5, 0.9, true],
  ]);
});

test("the free and the paid answer agree on the same days", async () => {
  const { body: paid } = await premiumCall(database.db, premiumGpuSeries, { gpu: "H100", from: "2026-04-01", to: "2026-04-04" });
  const { body: free } = await request(gpuSeries, "/api/gpu/pricing/series?gpu=H100&from=2026-04-01&to=2026-04-04");
  expect([paid.points, paid.delta_in_window, paid.notes]).toEqual([free.points, free.delta_in_window, free.notes]);
});
