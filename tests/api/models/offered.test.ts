import { afterAll, beforeAll, expect, test } from "vitest";
import { hasEnded, lifeOf } from "@/lib/domain/models/model-life";
import { DEFAULT_WEIGHTS } from "@/lib/domain/models/routing/routing-weights";
import { rankModels } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_TASKS } from "@/lib/domain/models/routing/routing-blends";
import { utcDay } from "@/lib/domain/basics/date-range";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { loadRoutingCandidates } from "@/lib/loaders/models/routing/routing-inputs";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
});
afterAll(() => database.close());

test.each(ROUTING_TASKS)("the first ten recommendations for %s are models that are still sold", async (task) => {
  const now = new Date();
  const candidates = await loadRoutingCandidates(database.db, now);
  const { ranked } = rankModels(candidates, { task, weights: DEFAULT_WEIGHTS, topN: 10 });
  const lives = ranked.map(({ candidate }) => `${candidate.modelId}: ${lifeOf(candidate.listing, utcDay(now))}`);
  expect(lives).toHaveLength(10);
  expect(lives.filter((life) => hasEnded(life.split(": ")[1] ?? null))).toEqual([]);
});
