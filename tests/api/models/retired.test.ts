import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveScoreAttachments, saveScoredModels } from "@/db/queries/models/scores/benchmarks";
import type { ScoreReport } from "@/lib/domain/models/scores/merge-scores";
import { agentsPricing } from "@/lib/endpoints/agents/pricing";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { models } from "@/lib/endpoints/models";
import { premiumAgentsDirectory } from "@/lib/endpoints/premium/agents/directory";
import { compareModels } from "@/lib/endpoints/premium/compare/models";
import { costProjection } from "@/lib/endpoints/premium/cost/projection";
import { routing } from "@/lib/endpoints/premium/routing";
import { routingPreview } from "@/lib/endpoints/preview/routing";
import { EMPTIED, storeListings } from "../../support/history/daily-world";
import { premiumCall } from "../../support/money/premium-call";
import { gpt, storePricedWorld } from "../../support/models/priced-world";
import { request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

const RETIRED_ON = "2025-01-31";
const score: ScoreReport = {
  value: 99,
  kind: "vendor",
  variant: "usual",
  config: null,
  source: "swebench",
  sourceUrl: null,
  date: null,
  others: [],
};

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  const readAt = new Date(Date.now() - 60_000);
  await storePricedWorld(database.db, readAt);
  // The best and cheapest of all, were it still sold.
  const old = gpt({ modelId: "gpt-old", name: "GPT Old", inputPrice: 0.01, outputPrice: 0.02, deprecationDate: RETIRED_ON });
  const given = gpt({
    modelId: "gpt-free",
    name: "GPT Free",
    inputPrice: 0,
    outputPrice: 0,
    isFreeListing: true,
    deprecationDate: "2099-01-01",
  });
  await storeListings(database.db, [old, given], readAt);
  await saveScoredModels(database.db, [
    {
      key: "openai/gpt-old",
      name: "GPT Old",
      makerId: "openai",
      released: null,
      scores: { swe_bench: score, mmlu_pro: score },
      hash: "gpt-old",
    },
  ]);
  await saveScoreAttachments(database.db, [{ providerId: "openai", modelKey: "gpt-old", benchmarkKey: "openai/gpt-old" }]);
});
afterAll(() => database.close());

interface Listed {
  id: string;
  name?: string;
  status: string | null;
  deprecationDate: string | null;
  freeListing?: boolean;
}

const lifeOf = (listed: readonly Listed[], id: string) => {
  const found = listed.find((one) => one.id === id);
  return found && [found.status, found.deprecationDate];
};

test("lists of models keep a retired model, with its status and the day", async () => {
  for (const endpoint of [models, agentsPricing]) {
    const { body } = await request(endpoint);
    const listed: Listed[] = body.providers.flatMap((provider: { models: Listed[] }) => provider.models);
    expect([lifeOf(listed, "gpt-old"), lifeOf(listed, "gpt-5"), lifeOf(listed, "gpt-free")]).toEqual([
      ["retired", RETIRED_ON],
      ["active", null],
      ["deprecated", "2099-01-01"],
    ]);
  }
  const { body } = await request(benchmarks);
  expect([lifeOf(body.models, "gpt-old"), lifeOf(body.models, "gpt-5")]).toEqual([
    ["retired", RETIRED_ON],
    ["active", null],
  ]);
});

test("agents see which prices of 0 are gifts", async () => {
  const { body } = await request(agentsPricing);
  const listed: Listed[] = body.providers.flatMap((provider: { models: Listed[] }) => provider.models);
  expect(listed.filter(({ freeListing }) => freeListing).map(({ id }) => id)).toEqual(["gpt-free"]);
});

test("routing and its preview leave a retired model out, however good and cheap it is", async () => {
  const { body } = await premiumCall(database.db, routing, { task: "code" });
  expect(body.recommendations.map(({ model }: { model: Listed }) => [model.id, model.status])).toEqual([
    ["gpt-5", "active"],
    ["claude-opus-4-5", "active"],
  ]);
  expect((await request(routingPreview)).body.recommendation.model_id).toBe("openai/gpt-5");
});

test("the directory's prices are of models that are still sold", async () => {
  const { body } = await premiumCall(database.db, premiumAgentsDirectory, { limit: "100" });
  const prices = body.agents.flatMap(
    ({ cheapest_pricing: cheapest, providerId }: { cheapest_pricing: Listed | null; providerId: string }) =>
      providerId === "openai" && cheapest ? [[cheapest.id, cheapest.status, cheapest.deprecationDate]] : [],
  );
  expect(new Set(prices.map(String))).toEqual(new Set(["gpt-5,active,"]));
});

test("who names a retired model gets it, ranked and with a note", async () => {
  const note = `GPT Old (openai/gpt-old) was to be retired on ${RETIRED_ON}: its provider may no longer answer for it.`;
  const compared = await premiumCall(database.db, compareModels, { ids: "gpt-old,gpt-5" });
  expect(compared.body.models.map((model: { model_status: string }) => model.model_status)).toEqual(["retired", "active"]);
  expect(compared.body.rankings.cheapest_blended[0].id).toBe("gpt-old");
  expect(compared.body.notes).toEqual([note]);
  const tokens = { input_tokens_per_day: "1000", output_tokens_per_day: "1000" };
  const projected = await premiumCall(database.db, costProjection, { model: "gpt-old", ...tokens });
  expect([projected.body.projections[0].status, projected.body.notes[0]]).toEqual(["retired", note]);
});
