import { afterAll, beforeAll, expect, test } from "vitest";
import { listSources } from "@/db/queries/freshness/operations";
import { recordEditorialCatalogs } from "@/lib/ingest/record-editorial-catalogs";
import { embeddingModels } from "@/lib/catalogs/embeddings";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

test("recording the editorial catalogs counts as a reading of each", async () => {
  const now = new Date("2026-05-15T12:00:00Z");
  await recordEditorialCatalogs(database.db, now);
  const sources = await listSources(database.db);
  expect(sources.map(({ dataset }) => dataset)).toEqual(["agents_directory", "embeddings", "harnesses", "multimodal", "vector_dbs"]);
  expect(sources.every(({ lastReadAt }) => lastReadAt?.getTime() === now.getTime())).toBe(true);
  expect(sources.find(({ dataset }) => dataset === "embeddings")?.itemCount).toBe(embeddingModels.length);
});
