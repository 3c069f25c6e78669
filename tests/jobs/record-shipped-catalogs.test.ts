import { afterAll, beforeAll, expect, test } from "vitest";
import { listSources } from "@/db/queries/freshness/operations";
import { recordShippedCatalogs } from "@/lib/ingest/record-shipped-catalogs";
import { embeddingModels, embeddingsUpdated } from "@/lib/catalogs/embeddings";
import { pricesAsOf } from "@/lib/catalogs/price-sources";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

test("what a release brings is dated by its revision, not by its loading", async () => {
  await recordShippedCatalogs(database.db);
  const sources = await listSources(database.db);
  expect(sources.map(({ dataset }) => dataset)).toEqual([
    "agents_directory",
    "benchmarks",
    "embeddings",
    "gpu_prices",
    "harnesses",
    "models",
    "multimodal",
    "retirements",
    "vector_dbs",
  ]);
  const of = (dataset: string) => sources.find((source) => source.dataset === dataset);
  expect(of("embeddings")).toMatchObject({ lastReadAt: new Date(`${embeddingsUpdated}T00:00:00Z`), itemCount: embeddingModels.length });
  expect(of("models")?.lastReadAt).toEqual(new Date(`${pricesAsOf}T00:00:00Z`));
});
