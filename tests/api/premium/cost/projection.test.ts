import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { costProjection } from "@/lib/endpoints/premium/cost/projection";
import { EMPTIED, hostedOpus, opus, storeListings } from "../../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { faultsOfLedger } from "../../../support/money/money";
import { premiumCall, refusalOf, refused } from "../../../support/money/premium-call";
import { storePricedWorld } from "../../../support/models/priced-world";
import { forgetPrepared } from "../../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await storePricedWorld(database.db, new Date(Date.now() - 60_000));
});
afterAll(() => database.close());

const work = { input_tokens_per_day: "1000", output_tokens_per_day: "1000" };
const project = (query: Record<string, string>) => premiumCall(database.db, costProjection, { ...work, ...query });

describe("uncharged refusals", () => {
  test.each([
    ["400 models_required", { ...work }, "models_required"],
    ["400 models_required for commas only", { ...work, model: ", ," }, "models_required"],
    ["400 max_10_models_per_request", { ...work, model: "a,b,c,d,e,f,g,h,i,j,k" }, "max_10_models_per_request"],
    ["400 input_tokens_per_day_invalid when missing", { model: "a", output_tokens_per_day: "1" }, "input_tokens_per_day_invalid"],
    ["400 input_tokens_per_day_invalid below 0", { ...work, model: "a", input_tokens_per_day: "-1" }, "input_tokens_per_day_invalid"],
    ["400 input_tokens_per_day_invalid for a word", { ...work, model: "a", input_tokens_per_day: "many" }, "input_tokens_per_day_invalid"],
    ["400 output_tokens_per_day_invalid when missing", { model: "a", input_tokens_per_day: "1" }, "output_tokens_per_day_invalid"],
    [
      "400 output_tokens_per_day_invalid for infinity",
      { ...work, model: "a", output_tokens_per_day: "Infinity" },
      "output_tokens_per_day_invalid",
    ],
    ["400 invalid_parameter for an unknown horizon", { ...work, model: "a", horizon: "hourly" }, "invalid_parameter"],
  ])("%s", async (_, query, error) => {
    expect(await refusalOf(database.db, costProjection, query as unknown as Record<string, string>)).toEqual(refused(400, error));
  });
});

describe("the answer", () => {
  test.each([
    ["no key matches", "foo-9,bar-9"],
    ["no matched model has a price", "llama-9"],
    ["a key is ambiguous", "shared-7b"],
  ])("does not charge when %s", async (_, model) => {
    const { status, body, spent } = await project({ model });
    expect([status, spent, body.billing.no_charge_reason, body.ranked_cheapest_monthly]).toEqual([200, 0, "empty_result", []]);
  });

  test("projects ten models, and counts a model with three names once", async () => {
    const { body, spent } = await project({ model: "gpt-5,openai/gpt-5,GPT 5,a,b,c,d,e,f,g,h,i" });
    expect([spent, body.projections.length, body.ranked_cheapest_monthly.length]).toEqual([1, 10, 1]);
    const eleven = await project({ model: "gpt-5,a,b,c,d,e,f,g,h,i,j" });
    expect([eleven.status, eleven.body.error, eleven.spent]).toEqual([400, "max_10_models_per_request", 0]);
  });

  test("answers finite totals for the largest workload", async () => {
    const { body } = await project({ model: "gpt-5", input_tokens_per_day: "999999999999999", output_tokens_per_day: "999999999999999" });
    expect(Number.isFinite(body.projections[0].yearly_total)).toBe(true);
  });

  test("notes higher prices for long prompts and free listings", async () => {
    const priceConditions = [{ kind: "prompt_tokens_above" as const, above: 200_000, input: 10, output: 37.5, source: "models.dev" }];
    await storeListings(
      database.db,
      [opus({ priceConditions }), hostedOpus({ inputPrice: 0, outputPrice: 0, isFreeListing: true })],
      new Date(),
    );
    await bumpVersion(database.db, "models", new Date());
    const { notes } = (await project({ model: "claude-opus-4-5,amazon-bedrock/anthropic.claude-opus-4-5" })).body;
    expect(notes).toEqual([
      expect.stringContaining("List prices"),
      expect.stringContaining("Long prompts cost more, which is not counted: Claude Opus 4.5."),
      expect.stringContaining("Given away"),
    ]);
  });

  test("does not charge for prices read more than a day ago, which are stale", async () => {
    forgetPrepared();
    await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
    await storePricedWorld(database.db, new Date(Date.now() - 25 * 3_600_000));
    const { body, spent } = await project({ model: "gpt-5" });
    expect([spent, body.stale, body.stale_sla_seconds, body.billing.no_charge_reason]).toEqual([0, true, 86_400, "stale_data"]);
  });
});

test("the ledger balances after all of these calls", async () => {
  expect(await faultsOfLedger(database.db)).toEqual([]);
});
