import { afterAll, beforeAll, expect, test } from "vitest";
import { premiumGpuSeries } from "@/lib/endpoints/premium/gpu/series";
import { daysAgo, today } from "../../../support/history/captured-days";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { premiumCall, refusalOf, refused } from "../../../support/money/premium-call";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

test("does not charge for a range without a captured day", async () => {
  const { status, body, spent } = await premiumCall(database.db, premiumGpuSeries, { gpu: "H100" });
  expect([status, spent, body.billing.no_charge_reason]).toEqual([200, 0, "empty_result"]);
  expect(body).toMatchObject({
    from: daysAgo(30),
    to: today(),
    days: 31,
    summary: { on_demand: { min: null, max: null, avg: null, days: 0 }, days_with_data: 0, days_missing: 31 },
  });
});

test("answers 366 days", async () => {
  expect((await premiumCall(database.db, premiumGpuSeries, { gpu: "H100", from: daysAgo(365) })).body.points).toHaveLength(366);
});

test.each([
  ["400 gpu_required", {}, 400, "gpu_required"],
  ["400 invalid_gpu", { gpu: "abacus" }, 400, "invalid_gpu"],
  ["400 invalid_from_date_format", { gpu: "H100", from: "2026-02-30" }, 400, "invalid_from_date_format"],
  ["400 invalid_to_date_format", { gpu: "H100", to: "now" }, 400, "invalid_to_date_format"],
  ["400 from_after_to", { gpu: "H100", from: daysAgo(1), to: daysAgo(2) }, 400, "from_after_to"],
  ["400 range_too_large", { gpu: "H100", from: daysAgo(366) }, 400, "range_too_large"],
  ["400 invalid_parameter for a future day", { gpu: "H100", to: daysAgo(-1) }, 400, "invalid_parameter"],
])("%s costs nothing", async (_, query, status, error) => {
  expect(await refusalOf(database.db, premiumGpuSeries, query)).toEqual(refused(status, error));
});
