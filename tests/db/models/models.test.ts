import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "@/db/client";
import {
  listListingScores,
  listScoredListings,
  listScoredModels,
  listScoreObservations,
  saveScoreAttachments,
  saveScoredModels,
  saveScoreObservations,
} from "@/db/queries/models/scores/benchmarks";
import {
  countModelObservations,
  deleteModelListings,
  deleteModelObservations,
  keysOf,
  listModelAliases,
  listModelObservations,
  listModels,
  listPriceSourceStates,
  listStoredListings,
  saveModelAliases,
  saveModelListings,
  saveModelObservations,
  type ListingRow,
  type ObservationRow,
} from "@/db/queries/models/models";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { batchesOf } from "@/db/queries/upsert-rows";
import { modelListings } from "@/db/schema/models";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver } from "../../support/stores/drivers";
import { aListing, someFacts } from "../../support/models/model-facts";
import { countModels } from "../../support/stores/stored-rows";

const AT = new Date("2026-11-20T06:00:00Z");
const aRow = (modelId: string, over: Partial<ListingRow> = {}): ListingRow => ({
  ...aListing({ modelId, ...over }),
  modelKey: modelId.toLowerCase(),
  hash: "h1",
  ...over,
});
const anObservationRow = (modelKey: string, over: Partial<ObservationRow> = {}): ObservationRow => ({
  source: "litellm",
  providerId: "acme",
  modelKey,
  facts: someFacts({ modelId: modelKey }),
  quoted: [],
  hash: "h1",
  ...over,
});

forEachDriver((open) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() =>
    database.db.execute(
      sql`truncate model_observations, model_listings, model_aliases, benchmark_observations, benchmark_models, benchmark_listings, sources`,
    ),
  );

  test("reads a listing back as stored, numbers as numbers and unknowns as null", async () => {
    const row = aRow("Acme/One:free", {
      inputPrice: 0.07,
      outputPrice: 1e-7,
      cachedInputPrice: null,
      contextWindow: 2_000_000_000,
      isOpenWeights: false,
      note: `quotes " ' \\ and \u{1f4a5}`,
      priceConditions: [{ kind: "prompt_tokens_above", above: 200_000, input: 1, output: 2, source: "litellm" }],
      capabilities: ["text", "vision"],
      priceReadings: [{ source: "litellm", inputPrice: 0.07, outputPrice: 1e-7, verifiedAt: null }],
    });
    await saveModelListings(database.db, [row]);
    const { modelKey: _key, hash: _hash, ...listing } = row;
    expect(await listModels(database.db, { scope: "all" })).toEqual([listing]);
  });

  test("replaces a listing whose id differs only in case", async () => {
    await saveModelListings(database.db, [aRow("acme-1")]);
    await saveModelListings(database.db, [aRow("Acme-1", { inputPrice: 9, hash: "h2" })]);
    expect(await listStoredListings(database.db)).toEqual([expect.objectContaining({ modelId: "Acme-1", modelKey: "acme-1", hash: "h2" })]);
  });

  test("reads every row exactly once over several pages", async () => {
    const rows = Array.from({ length: 1203 }, (_, index) =>
      aRow(`m-${index}`, { providerId: `p${index % 3}`, isMakersListing: index % 2 === 0 }),
    );
    for (const batch of batchesOf(rows)) await inTransaction(database.db, (tx) => saveModelListings(tx, batch));
    for (const batch of batchesOf(rows)) {
      await saveModelObservations(
        database.db,
        batch.map((row) => anObservationRow(row.modelKey, { providerId: row.providerId })),
      );
    }
    const ids = (list: readonly { providerId: string; modelId: string }[]) =>
      new Set(list.map((row) => `${row.providerId}/${row.modelId}`)).size;
    expect([ids(await listModels(database.db, { scope: "all" })), ids(await listStoredListings(database.db))]).toEqual([1203, 1203]);
    expect((await listModels(database.db, { scope: "makers" })).length).toBe(602);
    expect((await listModelObservations(database.db)).length).toBe(1203);
    expect(await countModels(database.db)).toEqual({ makers: 602, all: 1203 });
    expect(await countModelObservations(database.db)).toEqual(new Map([["litellm", 1203]]));
  });

  test("deletes only the given keys", async () => {
    await saveModelListings(database.db, [aRow("a"), aRow("b"), aRow("a", { providerId: "other" })]);
    await deleteModelListings(database.db, [{ providerId: "acme", modelKey: "a" }]);
    expect((await listModels(database.db, { scope: "all" })).map((row) => `${row.providerId}/${row.modelId}`)).toEqual([
      "acme/b",
      "other/a",
    ]);
    await saveModelObservations(database.db, [anObservationRow("a"), anObservationRow("a", { source: "openrouter" })]);
    await deleteModelObservations(database.db, [{ source: "openrouter", providerId: "acme", modelKey: "a" }]);
    expect((await listModelObservations(database.db)).map((row) => row.source)).toEqual(["litellm"]);
  });

  test("stores an alias once", async () => {
    const alias = { alias: "old", providerId: "acme", modelId: "acme-1" };
    await saveModelAliases(database.db, [alias]);
    await saveModelAliases(database.db, [alias]);
    expect(await listModelAliases(database.db)).toEqual([alias]);
  });

  test("returns the state of a price source under the name that prices carry", async () => {
    await recordSourceOutcomes(database.db, [
      { source: "models/models.dev", dataset: "models", at: AT, fault: null },
      { source: "models/litellm", dataset: "models", at: AT, fault: "shrunk", error: "7 after 10" },
    ]);
    expect(await listPriceSourceStates(database.db)).toEqual([
      { source: "litellm", lastReadAt: null, lastFault: "shrunk", lastError: "7 after 10" },
      { source: "models.dev", lastReadAt: AT, lastFault: null, lastError: null },
    ]);
  });

  test("finds exactly the given listings, whatever the case of the id", async () => {
    await saveModelListings(database.db, [aRow("One"), aRow("Two"), aRow("One", { providerId: "other" })]);
    const names = [
      { providerId: "other", modelId: "ONE" },
      { providerId: "acme", modelId: "two" },
      { providerId: "acme", modelId: "' or true --" },
    ];
    const find = async (wanted: typeof names) => {
      const { providerId, modelKey, modelId } = modelListings;
      const isWanted = sql`(${providerId}, ${modelKey}) in ${keysOf(wanted)}`;
      const rows = await database.db.select({ providerId, modelId }).from(modelListings).where(isWanted).orderBy(providerId, modelKey);
      return rows.map((row) => `${row.providerId}/${row.modelId}`);
    };
    expect(await find(names)).toEqual(["acme/Two", "other/One"]);
    expect(await find([])).toEqual([]);
    // A request asks for as many models as the largest gateway lists. As a list of pairs, Postgres would plan them for
    // minutes.
    const many = Array.from({ length: 600 }, (_, index) => ({ providerId: "acme", modelId: `none-${index}` }));
    expect(await find([...many, { providerId: "acme", modelId: "one" }])).toHaveLength(1);
  });

  test("reads scores back as stored, joined to their listings", async () => {
    const reading = {
      value: 61.25,
      kind: "vendor" as const,
      variant: "GPQA Diamond",
      config: null,
      source: "llm-stats",
      sourceUrl: null,
      date: "2026-01-02",
    };
    const observation = {
      ...reading,
      benchmarkId: "gpqa_diamond",
      model: "Acme 1",
      knownKey: "acme/acme-1",
      displayName: "Acme 1",
      makerId: "acme",
      released: null,
    };
    await saveScoreObservations(database.db, [{ source: "bundled", key: "k", observation, hash: "k" }]);
    await saveScoredModels(database.db, [
      {
        key: "acme/acme-1",
        name: "Acme 1",
        makerId: "acme",
        released: null,
        scores: { gpqa_diamond: { ...reading, others: [] }, math: { ...reading, value: 97, kind: "unverified", others: [] } },
        hash: "h",
      },
    ]);
    await saveModelListings(database.db, [aRow("Acme-1-20260101"), aRow("Acme-1")]);
    await saveScoreAttachments(
      database.db,
      ["acme-1", "acme-1-20260101"].map((modelKey) => ({ providerId: "acme", modelKey, benchmarkKey: "acme/acme-1" })),
    );
    expect((await listScoreObservations(database.db)).map((row) => row.observation)).toEqual([observation]);
    expect(await listScoredModels(database.db)).toEqual([
      expect.objectContaining({ key: "acme/acme-1", scores: expect.objectContaining({ gpqa_diamond: { ...reading, others: [] } }) }),
    ]);
    const scores = {
      benchmarkKey: "acme/acme-1",
      scores: { gpqa_diamond: 61.25, math: 97 },
      measured: { gpqa_diamond: 61.25 },
      sources: ["llm-stats"],
    };
    expect(await listListingScores(database.db)).toEqual(
      new Map([
        ["acme/Acme-1", scores],
        ["acme/Acme-1-20260101", scores],
      ]),
    );
    expect((await listScoredListings(database.db)).map((row) => row.modelId)).toEqual(["Acme-1", "Acme-1-20260101"]);
  });
});
