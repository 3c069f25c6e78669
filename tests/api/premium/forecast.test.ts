import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forecast } from "@/lib/endpoints/premium/forecast";
import { captureListingsOn } from "../../support/models/captured-prices";
import { daysAgo } from "../../support/history/captured-days";
import { EMPTIED, opus, unpriced } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { aListing } from "../../support/models/model-facts";
import { faultsOfLedger } from "../../support/money/money";
import { premiumCall, refusalOf, refused } from "../../support/money/premium-call";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  const shared = (providerId: string) => aListing({ providerId, modelId: "shared-7b", name: "Shared 7B", isMakersListing: false });
  const absurd = (inputPrice: number) => aListing({ modelId: "absurd", name: "Absurd", inputPrice });
  for (const ago of [5, 4, 3, 2, 1]) {
    await captureListingsOn(database.db, daysAgo(ago), [
      opus({ inputPrice: 10 + ago }),
      unpriced(),
      absurd(ago % 2 === 0 ? 1e300 : 1),
      shared("groq"),
      shared("deepinfra"),
      ...(ago < 4 ? [aListing({ modelId: "young", name: "Young" })] : []),
    ]);
  }
});
afterAll(() => database.close());

const price = { target: "price", model: "claude-opus-4-5", field: "blended" };
const score = { target: "benchmark", model: "claude-opus-4-5", benchmark: "swe_bench" };

test.each([
  ["400 missing_required_params without a target", { model: "x", field: "blended" }, 400, "missing_required_params"],
  ["400 invalid_target", { ...price, target: "weather" }, 400, "invalid_target"],
  ["400 model_required", { target: "price", field: "blended" }, 400, "model_required"],
  ["400 model_required for a blank", { ...price, model: " " }, 400, "model_required"],
  ["400 price_field_required", { target: "price", model: "claude-opus-4-5" }, 400, "price_field_required"],
  ["400 invalid_parameter for an unknown field", { ...price, field: "cachedPrice" }, 400, "invalid_parameter"],
  ["400 benchmark_required", { target: "benchmark", model: "claude-opus-4-5" }, 400, "benchmark_required"],
  ["400 invalid_parameter for an unknown benchmark", { ...score, benchmark: "arc" }, 400, "invalid_parameter"],
  ["400 invalid_parameter for a lookback of 6", { ...price, lookback: "6" }, 400, "invalid_parameter"],
  ["400 invalid_parameter for a lookback of 91", { ...price, lookback: "91" }, 400, "invalid_parameter"],
  ["400 invalid_parameter for a horizon of 0", { ...price, horizon: "0" }, 400, "invalid_parameter"],
  ["400 invalid_parameter for a horizon of 31", { ...price, horizon: "31" }, 400, "invalid_parameter"],
  ["400 invalid_parameter for a horizon that is not a number", { ...price, horizon: "soon" }, 400, "invalid_parameter"],
  ["404 model_not_found", { ...price, model: "no-such-model" }, 404, "model_not_found"],
  ["404 model_not_found for scores", { ...score, model: "no-such-model" }, 404, "model_not_found"],
  ["400 ambiguous_model", { ...price, model: "shared-7b" }, 400, "ambiguous_model"],
  ["400 insufficient_history for three days", { ...price, model: "young" }, 400, "insufficient_history"],
  ["400 insufficient_history for an unpublished price", { ...price, model: "llama-9" }, 400, "insufficient_history"],
  ["400 insufficient_history for a score that was not measured", { ...score, benchmark: "math" }, 400, "insufficient_history"],
  ["400 fit_failed for prices that cannot be squared", { ...price, model: "absurd", field: "inputPrice" }, 400, "fit_failed"],
])("%s costs nothing", async (_, query, status, error) => {
  expect(await refusalOf(database.db, forecast, query as unknown as Record<string, string>)).toEqual(refused(status, error));
});

test("states required and found days with insufficient_history, and candidates with ambiguous_model", async () => {
  expect((await premiumCall(database.db, forecast, { ...price, model: "young" })).body).toMatchObject({
    required: 4,
    found: 3,
    billing: { no_charge_reason: "empty_result" },
  });
  expect((await premiumCall(database.db, forecast, { ...price, model: "llama-9" })).body).toMatchObject({ required: 4, found: 0 });
  expect((await premiumCall(database.db, forecast, { ...price, model: "shared-7b" })).body.candidates).toEqual([
    "deepinfra/shared-7b",
    "groq/shared-7b",
  ]);
});

test("charges for the smallest and the largest lookback and horizon", async () => {
  for (const [lookback, horizon] of [
    ["7", "1"],
    ["90", "30"],
  ] as const) {
    const { status, body, spent } = await premiumCall(database.db, forecast, { ...price, lookback, horizon });
    expect([status, spent, body.forecast.length, body.freshness.sla_applies]).toEqual([200, 1, Number(horizon), false]);
  }
});

test("is as old as the oldest day that the line is fitted to", async () => {
  const { body } = await premiumCall(database.db, forecast, price);
  expect(body.freshness.as_of.slice(0, 10)).toBe(daysAgo(5));
});

test("the ledger balances after all of these calls", async () => {
  expect(await faultsOfLedger(database.db)).toEqual([]);
});
