import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { listListingScores } from "@/db/queries/models/scores/benchmarks";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { recordShippedCatalogs } from "@/lib/ingest/record-shipped-catalogs";
import { pricesAsOf } from "@/lib/catalogs/price-sources";
import { findProvider } from "@/lib/catalogs/providers";
import { agentsPricing } from "@/lib/endpoints/agents/pricing";
import { GET as pricing } from "@/app/api/pricing/[[...path]]/route";
import { models } from "@/lib/endpoints/models";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { forgetPrepared, request } from "../../support/server/request";

type Answer = z.output<typeof models.response>;
type Model = Answer["providers"][number]["models"][number];

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
});
afterAll(() => database.close());
beforeEach(forgetPrepared);

async function get(query = ""): Promise<Answer & { ok: boolean; captured_at: string | null; stale_after_seconds: number }> {
  const { status, body } = await request(models, `/api/models${query}`);
  expect(status).toBe(200);
  return body;
}
const allOf = (answer: Answer): Model[] => answer.providers.flatMap((provider) => provider.models);

describe("GET /api/models", () => {
  test("lists more than 400 makers' models with plain numbers, as published clients read them", async () => {
    const answer = await get();
    expect(allOf(answer).length).toBeGreaterThan(400);
    expect(answer.count).toBe(allOf(answer).length);
    expect(answer.providers.length).toBeGreaterThan(20);
    for (const model of allOf(answer)) {
      expect([
        model.inputPrice.toFixed(2),
        model.outputPrice.toFixed(2),
        model.contextWindow.toFixed(0),
        model.capabilities.join(),
        model.tier,
      ]).not.toContain("NaN");
    }
    for (const model of allOf(answer)) expect(model.blendedPrice, model.id).toBeCloseTo((model.inputPrice + model.outputPrice) / 2, 9);
  });

  test("serves with each listing the scores that computed answers join to it", async () => {
    const joined = await listListingScores(database.db);
    expect(joined.size).toBeGreaterThan(200);
    const served = (await get()).providers.flatMap(({ id, models, unpriced }) =>
      [...models, ...unpriced].flatMap((model) =>
        Object.keys(model.benchmark_scores).length > 0 ? [[`${id}/${model.id}`, model.benchmark_scores] as const] : [],
      ),
    );
    expect(new Map(served)).toEqual(new Map([...joined].map(([key, { scores }]) => [key, scores])));
  });

  test("names source and date of every price", async () => {
    const answer = await get("?include=hosts");
    const keys = new Set(answer.sources.map((source) => source.key));
    const bad = allOf(answer).filter(
      (model) =>
        !keys.has(model.source ?? "") || !model.verified_at || !model.source_url || model.price_sources[0]?.source !== model.source,
    );
    expect(bad.map((model) => model.id)).toEqual([]);
  });

  test("shows the price of each source where they disagree", async () => {
    const conflicts = allOf(await get()).filter((model) => model.priceConflict);
    expect(conflicts.length).toBeGreaterThan(5);
    for (const model of conflicts) {
      expect(new Set(model.price_sources.map((reading) => `${reading.inputPrice}/${reading.outputPrice}`)).size).toBeGreaterThan(1);
    }
  });

  test("lists models without a price in unpriced[] with nulls, never 0", async () => {
    const answer = await get("?include=hosts");
    const unpriced = answer.providers.flatMap((provider) => provider.unpriced);
    expect(unpriced.length).toBe(answer.unpriced_count);
    expect(unpriced.filter((model) => model.reason === "price_unknown" && (model.inputPrice !== null || model.source !== null))).toEqual(
      [],
    );
    expect(unpriced.filter((model) => model.reason === "context_window_unknown" && model.contextWindow !== null)).toEqual([]);
    expect(allOf(answer).filter((model) => model.inputPrice === 0 && model.outputPrice === 0 && model.freeListing !== true)).toEqual([]);
  });

  test("adds hosts, clouds and aggregators on request, and stays below a megabyte otherwise", async () => {
    expect((await request(models, "/api/models")).text.length).toBeLessThan(1_000_000);
    const answer = await get("?include=hosts");
    expect(allOf(answer).length).toBeGreaterThan(1800);
    expect(answer.providers.map((provider) => provider.id)).toContain("openrouter");
  });

  test("finds any provider by id, name or alias, hosts included", async () => {
    for (const spelling of ["togetherai", "Together AI", "together", "TOGETHER"]) {
      const { providers } = await get(`?provider=${encodeURIComponent(spelling)}`);
      expect(providers.map((provider) => provider.id)).toEqual(["togetherai"]);
    }
    expect((await get("?provider=cursor")).providers).toEqual([]);
  });

  test.each([
    ["capability=vision", (model: Model) => model.capabilities.includes("vision")],
    ["max_price=1", (model: Model) => model.blendedPrice <= 1],
    ["max_input_price=0.5&max_output_price=2", (model: Model) => model.inputPrice <= 0.5 && model.outputPrice <= 2],
    ["min_context=1000000", (model: Model) => model.contextWindow >= 1_000_000],
    ["min_input=300000", (model: Model) => (model.maxInputTokens ?? model.contextWindow) >= 300_000],
    ["open_weights=true", (model: Model) => model.openSource === true],
    ["tier=flagship", (model: Model) => model.tier === "flagship"],
  ])("filters by %s", async (query, isMatch) => {
    const [everything, filtered] = [allOf(await get()), allOf(await get(`?${query}`))];
    expect(filtered.map((model) => model.id).sort()).toEqual(
      everything
        .filter(isMatch)
        .map((model) => model.id)
        .sort(),
    );
    expect(filtered.length).toBeGreaterThan(0);
    expect(filtered.length).toBeLessThan(everything.length);
  });

  test("treats open_weights=false as no filter", async () => {
    const everything = (await get()).count;
    expect((await get("?open_weights=false")).count).toBe(everything);
  });

  test("takes numbers and booleans as other languages print them", async () => {
    const plain = await request(models, "/api/models?max_price=10&min_context=200000&open_weights=true");
    const printed = await request(models, "/api/models?max_price=1e%2B01&min_context=2e5&open_weights=True");
    expect([printed.status, printed.text]).toEqual([200, plain.text]);
  });

  test("gives the same listings as CSV", async () => {
    const { text, headers } = await request(models, "/api/models?provider=anthropic&format=csv");
    expect(headers.get("content-type")).toContain("text/csv");
    const answer = await get("?provider=anthropic");
    expect(text.trim().split("\n")).toHaveLength(1 + answer.count + answer.unpriced_count);
    expect(text.split("\n")[0]).toMatch(/^provider,id,name,maker,inputPrice,outputPrice/);
  });

  test("names only listed providers", async () => {
    const answer = await get("?include=hosts");
    expect(answer.providers.filter((provider) => !findProvider(provider.id)).map((provider) => provider.id)).toEqual([]);
    expect(allOf(answer).filter((model) => model.maker !== null && !findProvider(model.maker))).toEqual([]);
  });

  test("is dated by its live readings even if single rows come from the bundled catalog, which carry their own date", async () => {
    const at = new Date();
    const sourcesRead = ["models.dev", "litellm", "openrouter"].map((name) => ({
      source: `models/${name}`,
      dataset: "models" as const,
      at,
      fault: null,
      itemCount: 1,
    }));
    await recordSourceOutcomes(database.db, sourcesRead);
    await database.db.execute(
      sql`update model_listings set captured_from = 'models.dev' where provider_id = 'anthropic' and model_id = 'claude-opus-4-5'`,
    );
    await bumpVersion(database.db, "models", at);
    const answer = await get("?provider=anthropic");
    expect(answer).toMatchObject({ captured_at: at.toISOString() });
    expect(allOf(answer).length).toBeGreaterThan(1);
    expect(allOf(answer).find((model) => model.id !== "claude-opus-4-5")?.verified_at).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await get("?provider=openai")).toMatchObject({ captured_at: `${pricesAsOf}T00:00:00.000Z` });
    await database.db.execute(sql`update model_listings set captured_from = 'bundled'`);
    await database.db.execute(sql`delete from sources`);
    await bumpVersion(database.db, "models", at);
  });

  test("is dated by the bundled catalog until a source is read, then by the reading", async () => {
    await recordShippedCatalogs(database.db);
    expect(await get()).toMatchObject({ captured_at: `${pricesAsOf}T00:00:00.000Z`, stale_after_seconds: 86_400, lastUpdated: pricesAsOf });
    const at = new Date();
    await recordSourceOutcomes(
      database.db,
      ["models.dev", "litellm", "openrouter"].map((name) => ({
        source: `models/${name}`,
        dataset: "models" as const,
        at,
        fault: null,
        itemCount: 1,
      })),
    );
    expect(await get()).toMatchObject({ captured_at: at.toISOString(), lastUpdated: at.toISOString().slice(0, 10) });
    expect((await get()).sources.find((source) => source.key === "models.dev")).toMatchObject({
      last_read_at: at.toISOString(),
      fault: null,
    });
    await database.db.execute(sql`delete from sources`);
  });
});

describe("GET /api/agents/pricing", () => {
  test("answers the same prices with nine members per model", async () => {
    const { status, body } = await request(agentsPricing);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, currency: "USD", unit: "per_1m_tokens", count: (await get()).count });
    const compact = body.providers.flatMap((provider: { models: object[] }) => provider.models);
    expect(compact).toHaveLength(body.count);
    expect(Object.keys(compact[0]).sort()).toEqual([
      "contextWindow",
      "deprecationDate",
      "freeListing",
      "id",
      "inputPrice",
      "name",
      "outputPrice",
      "status",
      "tier",
    ]);
  });

  test("serves the same list at /api/pricing", async () => {
    const alias = await pricing(new Request("http://test.local/api/pricing"));
    expect(await alias.text()).toBe((await request(agentsPricing)).text);
  });
});
