import { afterAll, beforeAll, expect, test } from "vitest";
import { listModels } from "@/db/queries/models/models";
import { agentsPricing } from "@/lib/endpoints/agents/pricing";
import { pricingSeries } from "@/lib/endpoints/history/pricing/series";
import { models } from "@/lib/endpoints/models";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { forgetPrepared, request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
  forgetPrepared();
});
afterAll(() => database.close());

interface Provider {
  id: string;
  models: { id: string; name: string }[];
}

const modelIn = (providers: Provider[]) => providers.find(({ id }) => id === "anthropic")?.models.find(({ id }) => id === "claude-opus-5");

test("a model whose source gives its id alone has one name wherever it is shown, and is still found by its id", async () => {
  const stored = (await listModels(database.db, { scope: "all" })).find(
    ({ providerId, modelId }) => providerId === "anthropic" && modelId === "claude-opus-5",
  );
  expect(stored?.name).toBe("claude-opus-5");
  const name = "Claude Opus 5";
  const lists = [await request(models, "/api/models?provider=anthropic"), await request(agentsPricing)];
  expect(lists.map(({ body }) => modelIn(body.providers)?.name)).toEqual([name, name]);
  for (const asked of ["anthropic/claude-opus-5", "Claude Opus 5"]) {
    const { body } = await request(resolveModels, `/api/models/resolve?name=${encodeURIComponent(asked)}`);
    expect(body.results[0], asked).toMatchObject({ model: { id: "anthropic/claude-opus-5", name }, listing: { name } });
    const series = await request(pricingSeries, `/api/history/pricing/series?model=${encodeURIComponent(asked)}`);
    expect(series.body, asked).toMatchObject({ model_id: "anthropic/claude-opus-5", model: name });
  }
});
