import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { listModelAliases, listModels } from "@/db/queries/models/models";
import { listSources, listVersions } from "@/db/queries/freshness/operations";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { refreshPricing } from "@/jobs/refresh-pricing";
import { runJob } from "@/jobs/run";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { createSourceHttp } from "@/lib/sources/http/http";
import type { SourceHttp } from "@/lib/sources/http/source";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import {
  LITELLM_URL,
  liteLlmList,
  MODELS_DEV_URL,
  modelsDevList,
  OPENROUTER_URL,
  openRouterList,
  type PricedModel,
} from "../support/models/price-lists";
import { replayFolder, type ReplayedAnswer, type ReplayFolder } from "../support/sources/replay-folder";
import { countModels } from "../support/stores/stored-rows";

const FIRST = new Date("2026-11-20T06:00:00Z");
const SECOND = new Date("2026-11-20T12:00:00Z");

let database: TestDatabase;
let network: ReplayFolder;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  network = replayFolder();
});
afterEach(async () => {
  network.remove();
  await database.db.execute(
    sql`truncate seller_absences, model_observations, model_listings, model_aliases, benchmark_observations, benchmark_models, benchmark_listings, sources, host_breakers, dataset_versions, catalog_loads, job_runs`,
  );
});

const http = (signal: AbortSignal) =>
  createSourceHttp({ memory: storedMemory(database.db), userAgent: "test", replayDir: network.path, signal, backoffMs: 1 });
const refresh = (now: Date, through: (signal: AbortSignal) => SourceHttp = http) =>
  runJob(refreshPricing, { db: database.db, http: through, now });
const models = () => listModels(database.db, { scope: "all" });
const priceOf = async (id: string) => (await models()).find((listing) => `${listing.providerId}/${listing.modelId}` === id)?.inputPrice;
const sourceOf = async (name: string) => (await listSources(database.db, "models")).find((source) => source.id === `models/${name}`);
const versionOf = async () => (await listVersions(database.db)).find((entry) => entry.dataset === "models")?.version ?? 0;

const many = (count: number, over: Partial<PricedModel> = {}): PricedModel[] =>
  Array.from({ length: count }, (_, index) => ({ id: `gpt-test-${index}`, input: 1, output: 2, ...over }));

function all(
  over: { modelsDev?: ReplayedAnswer["body"]; litellm?: ReplayedAnswer["body"]; openrouter?: ReplayedAnswer["body"] } = {},
): void {
  network.answer([
    { url: MODELS_DEV_URL, body: over.modelsDev ?? modelsDevList(many(10)) },
    { url: LITELLM_URL, body: over.litellm ?? liteLlmList(many(10)) },
    { url: OPENROUTER_URL, body: over.openrouter ?? openRouterList([{ id: "openai/gpt-test-0", input: 1, output: 2 }]) },
  ]);
}

describe("reading prices", () => {
  test("stores the listings of the sources with the reading time", async () => {
    all({ litellm: liteLlmList([{ id: "gpt-test-0", input: 3, output: 2 }]) });
    expect(await refresh(FIRST)).toMatchObject({ status: "done", counts: { read: 3, failed: 0, listings: 11, conflicts: 1 } });
    const listing = (await models()).find(({ modelId }) => modelId === "gpt-test-0");
    expect(listing).toMatchObject({ inputPrice: 1, priceSource: "models.dev", hasPriceConflict: true, isMakersListing: true });
    expect(listing?.priceReadings.map((reading) => [reading.source, reading.inputPrice])).toEqual([
      ["models.dev", 1],
      ["litellm", 3],
      ["openrouter", 1],
    ]);
    expect(await sourceOf("models.dev")).toMatchObject({ lastReadAt: FIRST, lastFault: null, itemCount: 10 });
  });

  test("writes only the reading time when nothing changed", async () => {
    all();
    await refresh(FIRST);
    const before = await models();
    const version = await versionOf();
    expect(await refresh(SECOND)).toMatchObject({ status: "done", counts: { changed: 0, removed: 0 } });
    expect(await models()).toEqual(before);
    expect(await versionOf()).toBe(version + 1);
    expect(await sourceOf("models.dev")).toMatchObject({ lastReadAt: SECOND });
  });

  test("applies new prices, new models and removed models", async () => {
    all();
    await refresh(FIRST);
    all({
      modelsDev: modelsDevList(
        [...many(9), { id: "gpt-new", input: 5, output: 6 }].map((model) => (model.id === "gpt-test-1" ? { ...model, input: 7 } : model)),
      ),
    });
    await refresh(SECOND);
    expect([await priceOf("openai/gpt-test-1"), await priceOf("openai/gpt-new"), await priceOf("openai/gpt-test-9")]).toEqual([
      7,
      5,
      undefined,
    ]);
  });

  test("keeps a model under its old id when only the id changed", async () => {
    all({ modelsDev: modelsDevList([...many(9), { id: "gpt-old-id", name: "GPT Renamed", input: 1, output: 2 }]) });
    await refresh(FIRST);
    all({ modelsDev: modelsDevList([...many(9), { id: "gpt-new-id", name: "GPT Renamed", input: 1, output: 2 }]) });
    await refresh(SECOND);
    expect(await listModelAliases(database.db)).toEqual([{ alias: "gpt-old-id", providerId: "openai", modelId: "gpt-new-id" }]);
  });
});

describe("a model that its seller's own list lacks", () => {
  const sold = (...names: string[]) =>
    all({ openrouter: openRouterList([...many(10), ...names.map((id) => ({ id: `openai/${id}`, name: id }))]) });
  const find = async (id: string) => (await models()).find(({ providerId, modelId }) => providerId === "openrouter" && modelId === id);
  const THIRD = new Date("2026-11-20T18:00:00Z");
  const FOURTH = new Date("2026-11-21T00:00:00Z");

  test("twice in whole readings is unlisted with the time of the last list that had it, and still found", async () => {
    sold("gpt-sold", "gpt-gone");
    await refresh(FIRST);
    sold("gpt-sold");
    await refresh(SECOND);
    expect(await find("openai/gpt-gone")).toMatchObject({ unlisted: null, inputPrice: 1 });
    await refresh(THIRD);
    expect(await find("openai/gpt-gone")).toMatchObject({
      unlisted: { lastListedAt: FIRST.toISOString() },
      verifiedAt: "2026-11-20",
      inputPrice: 1,
    });
    expect(await find("openai/gpt-sold")).toMatchObject({ unlisted: null });
    sold("gpt-sold", "gpt-gone");
    await refresh(FOURTH);
    expect(await find("openai/gpt-gone")).toMatchObject({ unlisted: null, verifiedAt: null });
  });

  test("is not added back by the release or by another list", async () => {
    await loadModelCatalogs(database.db, FIRST);
    const bundled = (await models()).filter(({ providerId }) => providerId === "openrouter");
    expect(bundled.length).toBeGreaterThan(100);
    sold("gpt-sold");
    await refresh(FIRST);
    await refresh(SECOND);
    const after = (await models()).filter(({ providerId, unlisted }) => providerId === "openrouter" && unlisted === null);
    expect(after.map(({ modelId }) => modelId).toSorted()).toEqual([...many(10).map(({ id }) => id), "openai/gpt-sold"].toSorted());
    await database.db.execute(sql`truncate catalog_loads`);
    await loadModelCatalogs(database.db, THIRD);
    expect((await models()).filter(({ providerId, unlisted }) => providerId === "openrouter" && unlisted === null)).toHaveLength(
      after.length,
    );
  });

  test("a reading that failed counts for nothing", async () => {
    sold("gpt-gone");
    await refresh(FIRST);
    all({ openrouter: "<!doctype html>" });
    await refresh(SECOND);
    await refresh(THIRD);
    expect(await find("openai/gpt-gone")).toMatchObject({ unlisted: null });
  });
});

describe("a source that fails or shrinks", () => {
  test.each([
    ["cannot be reached", undefined, "network"],
    ["answers an error", { status: 403, body: "no" }, "http"],
    ["sends a web page", { body: "<!doctype html><title>moved</title>" }, "parse"],
    ["sends another document", { body: '{"message":"hello"}' }, "not_expected"],
    ["lost more than a fifth", { body: modelsDevList(many(7)) }, "shrunk"],
  ])("that %s keeps its previous reading and time, and records the fault", async (_, answer, fault) => {
    all();
    await refresh(FIRST);
    const before = await models();
    network.answer([
      ...(answer ? [{ url: MODELS_DEV_URL, ...answer }] : []),
      { url: LITELLM_URL, body: liteLlmList(many(10)) },
      { url: OPENROUTER_URL, body: openRouterList([{ id: "openai/gpt-test-0", input: 1, output: 2 }]) },
    ]);
    expect(await refresh(SECOND)).toMatchObject({ status: "done", counts: { read: 2, failed: 1 } });
    expect(await models()).toEqual(before);
    expect(await sourceOf("models.dev")).toMatchObject({ lastReadAt: FIRST, lastAttemptAt: SECOND, lastFault: fault });
    expect(await sourceOf("litellm")).toMatchObject({ lastReadAt: SECOND, lastFault: null });
  });

  test("may shrink by a fifth", async () => {
    all();
    await refresh(FIRST);
    all({ modelsDev: modelsDevList(many(8)) });
    await refresh(SECOND);
    expect(await sourceOf("models.dev")).toMatchObject({ lastFault: null, itemCount: 8 });
  });

  test("gives the slot back when no source could be read", async () => {
    network.answer([]);
    expect(await refresh(FIRST)).toMatchObject({ status: "failed" });
    expect(await countModels(database.db)).toEqual({ makers: 0, all: 0 });
    all();
    expect(await refresh(FIRST)).toMatchObject({ status: "done" });
  });

  test("gets conditional requests once a reading of it is stored", async () => {
    network.answer([{ url: MODELS_DEV_URL, body: modelsDevList(many(10)), headers: { etag: '"v1"' } }]);
    const sentEtags: (string | null)[] = [];
    const watched = (signal: AbortSignal): SourceHttp => {
      const inner = createSourceHttp({
        memory: {
          ...storedMemory(database.db),
          validators: async (source, url) => {
            const kept = await storedMemory(database.db).validators(source, url);
            if (source === "models/models.dev") sentEtags.push(kept?.etag ?? null);
            return kept;
          },
        },
        userAgent: "test",
        replayDir: network.path,
        signal,
        backoffMs: 1,
      });
      return inner;
    };
    await refresh(FIRST, watched);
    await refresh(SECOND, watched);
    expect(sentEtags).toEqual([null, '"v1"']);
  });
});

describe("the bundled catalog", () => {
  test("is available before any reading, and loading it again does nothing", async () => {
    expect(await loadModelCatalogs(database.db, FIRST)).toBeGreaterThan(1900);
    const { makers, all: everything } = await countModels(database.db);
    expect(makers).toBeGreaterThan(400);
    expect(everything - makers).toBeGreaterThan(1400);
    const before = await models();
    expect(await loadModelCatalogs(database.db, SECOND)).toBe(0);
    expect(await models()).toEqual(before);
    expect(await listSources(database.db, "models")).toEqual([]);
  });

  test("never replaces live readings, and a small first reading is merged into it", async () => {
    const anthropic = (price: number) =>
      modelsDevList([{ id: "claude-opus-5", name: "Claude Opus 5", input: price, output: 20 }], "anthropic");
    await loadModelCatalogs(database.db, FIRST);
    const bundled = (await countModels(database.db)).all;
    all({ modelsDev: anthropic(12.3) });
    expect(await refresh(FIRST)).toMatchObject({ status: "done", counts: { failed: 0 } });
    expect(await priceOf("anthropic/claude-opus-5")).toBe(12.3);
    expect((await countModels(database.db)).all).toBeGreaterThanOrEqual(bundled);
    await database.db.execute(sql`truncate catalog_loads`);
    await loadModelCatalogs(database.db, SECOND);
    expect(await priceOf("anthropic/claude-opus-5")).toBe(12.3);
    expect(await sourceOf("models.dev")).toMatchObject({ lastReadAt: FIRST });
  });

  test("gives the same listings loaded before or after the first reading", async () => {
    all();
    await loadModelCatalogs(database.db, FIRST);
    await refresh(FIRST);
    const after = await models();
    await database.db.execute(sql`truncate seller_absences, model_observations, model_listings, sources, catalog_loads, job_runs`);
    await refresh(FIRST);
    await loadModelCatalogs(database.db, FIRST);
    expect(await models()).toEqual(after);
  });

  test("is completed by the start after one that was killed half-way", async () => {
    await loadModelCatalogs(database.db, FIRST);
    const whole = await models();
    await database.db.execute(sql`delete from model_listings where provider_id > 'm'`);
    await database.db.execute(sql`delete from model_observations where provider_id < 'c'`);
    await database.db.execute(sql`truncate catalog_loads`);
    await loadModelCatalogs(database.db, SECOND);
    expect(await models()).toEqual(whole);
    expect(await rowsOf(database.db, sql`select 1 from model_listings group by provider_id, model_key having count(*) > 1`)).toEqual([]);
  });
});
