import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { compareModels } from "@/lib/endpoints/premium/compare/models";
import { saveScoreAttachments } from "@/db/queries/models/scores/benchmarks";
import { EMPTIED, storeListings } from "../../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { faultsOfLedger, fundedToken } from "../../../support/money/money";
import { premiumCall, refusalOf, refused } from "../../../support/money/premium-call";
import { gpt, storePricedWorld } from "../../../support/models/priced-world";
import { forgetPrepared, request } from "../../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

async function world(minutesOld: number): Promise<void> {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await storePricedWorld(database.db, new Date(Date.now() - minutesOld * 60_000));
}
const compare = (ids: string) => premiumCall(database.db, compareModels, { ids });

describe("uncharged refusals", () => {
  test.each([
    ["400 min_two_models_required without ids", {}, "min_two_models_required"],
    ["400 min_two_models_required for one", { ids: "gpt-5" }, "min_two_models_required"],
    ["400 min_two_models_required for one twice", { ids: "gpt-5,GPT-5 ,, gpt-5" }, "min_two_models_required"],
    ["400 min_two_models_required for commas only", { ids: ",,," }, "min_two_models_required"],
    ["400 max_5_models_per_compare", { ids: "a,b,c,d,e,f" }, "max_5_models_per_compare"],
    ["400 invalid_parameter for a name over 200 characters", { ids: `a,${"b".repeat(201)}` }, "invalid_parameter"],
  ])("%s", async (_, query, error) => {
    expect(await refusalOf(database.db, compareModels, query as unknown as Record<string, string>)).toEqual(refused(400, error));
  });
});

describe("the answer", () => {
  beforeEach(() => world(1));

  test("does not charge when no key matches", async () => {
    const { status, body, spent } = await compare("foo-9,bar-9");
    expect([status, spent, body.billing.no_charge_reason]).toEqual([200, 0, "empty_result"]);
    expect(body.models.map(({ matched, reason }: { matched: boolean; reason: string }) => [matched, reason])).toEqual([
      [false, "model_not_found"],
      [false, "model_not_found"],
    ]);
    expect(body).toMatchObject({ benchmark_keys: [], rankings: { cheapest_blended: [], most_context: [], by_benchmark: {} } });
  });

  test("charges for models that all lack a price", async () => {
    const { body, spent } = await compare("llama-9,foo-9");
    expect([spent, body.models.map(({ query }: { query: string }) => query), body.rankings.most_context.length]).toEqual([
      1,
      ["llama-9", "foo-9"],
      1,
    ]);
  });

  test("takes several names of one model for one model", async () => {
    const one = await compare("gpt-5,openai/gpt-5");
    expect([one.status, one.body.error, one.spent]).toEqual([400, "min_two_models_required", 0]);
    expect(one.body.message).toBe("These names mean one model: openai/gpt-5.");
    const five = await compare("groq/shared-7b,llama-9,gpt-5,openai/gpt-5,claude haiku 5,claude-opus-4-5");
    expect([five.spent, five.body.models.length]).toEqual([1, 5]);
    const six = await compare("groq/shared-7b,llama-9,gpt-5,claude haiku 5,claude-opus-4-5,foo-9");
    expect([six.status, six.body.error, six.spent]).toEqual([400, "max_5_models_per_compare", 0]);
  });

  test("takes repeated keys for the list that they mean, in the receipt and for an idempotent repeat too", async () => {
    const { bearer } = await fundedToken(database.db, 2);
    const headers = { ...bearer, "Idempotency-Key": "one-comparison" };
    const joined = await request(compareModels, `${compareModels.path}?ids=gpt-5,llama-9`, { headers });
    const repeated = await request(compareModels, `${compareModels.path}?ids=gpt-5&ids=llama-9`, { headers });
    expect([joined.status, repeated.text, repeated.headers.get("idempotency-replayed")]).toEqual([200, joined.text, "true"]);
    const again = await request(compareModels, `${compareModels.path}?ids=gpt-5&ids=llama-9`, { headers: bearer });
    expect(again.body.receipt.request_hash).toBe(joined.body.receipt.request_hash);
  });

  test("compares five models in the order of the request", async () => {
    const { body, spent } = await compare("groq/shared-7b,llama-9,gpt-5,claude haiku 5,claude-opus-4-5");
    expect([spent, body.models.map(({ name }: { name: string }) => name)]).toEqual([
      1,
      ["Shared 7B", "Llama 9", "GPT-5", "Claude Haiku 5", "Claude Opus 4.5"],
    ]);
  });

  test("names the dated listing whose scores an id carries", async () => {
    await storeListings(database.db, [gpt(), gpt({ modelId: "gpt-5-2025-08-07", name: "gpt-5-2025-08-07" })], new Date());
    await saveScoreAttachments(
      database.db,
      ["gpt-5", "gpt-5-2025-08-07"].map((modelKey) => ({ providerId: "openai", modelKey, benchmarkKey: "openai/gpt-5" })),
    );
    const { body } = await compare("openai/gpt-5,openai/gpt-5-2025-08-07");
    expect(body.models.map(({ scores_of: of, benchmarks }: { scores_of: string | null; benchmarks: unknown }) => [of, benchmarks])).toEqual(
      [
        ["openai/gpt-5-2025-08-07", { mmlu_pro: 87, swe_bench: 74.9 }],
        [null, { mmlu_pro: 87, swe_bench: 74.9 }],
      ],
    );
  });

  test("reads names by their parts, and says which release a family's name meant", async () => {
    const { body } = await compare("opus4.5,haiku");
    expect(body.models.map(({ id }: { id: string }) => id)).toEqual(["claude-opus-4-5", "claude-haiku-5"]);
    expect(body.notes).toEqual(['"haiku" names a family: Claude Haiku 5 (anthropic/claude-haiku-5) is its newest active release.']);
  });

  test("does not charge for status read 11 minutes ago, which is stale", async () => {
    await world(11);
    const { body, spent } = await compare("gpt-5,claude-opus-4-5");
    expect([spent, body.stale, body.stale_sla_seconds, body.billing.no_charge_reason]).toEqual([0, true, 600, "stale_data"]);
  });
});

test("the ledger balances after all of these calls", async () => {
  expect(await faultsOfLedger(database.db)).toEqual([]);
});
