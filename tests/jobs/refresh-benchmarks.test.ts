import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listCapabilities } from "@/db/queries/models/scores/capabilities";
import { catalogLoads } from "@/db/schema/operations";
import { listListingScores, listScoredModels } from "@/db/queries/models/scores/benchmarks";
import { listSources } from "@/db/queries/freshness/operations";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { refreshBenchmarks } from "@/jobs/refresh-benchmarks";
import { refreshPricing } from "@/jobs/refresh-pricing";
import { runJob } from "@/jobs/run";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { slotOf } from "@/lib/domain/freshness/cadence";
import { createSourceHttp } from "@/lib/sources/http/http";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import {
  EPOCH_INDEX_URL,
  EPOCH_URL,
  epochIndexTable,
  epochRuns,
  MODELS_DEV_URL,
  modelsDevList,
  SWEBENCH_URL,
  sweBenchBoards,
} from "../support/models/price-lists";
import { replayFolder, type ReplayFolder } from "../support/sources/replay-folder";

const FIRST = new Date("2026-11-16T06:30:00Z");
const THIRD = new Date("2026-11-30T06:30:00Z");
const SECOND = new Date("2026-11-23T06:30:00Z");

let database: TestDatabase;
let network: ReplayFolder;

beforeAll(async () => {
  database = await openTestDatabase();
  await loadModelCatalogs(database.db, FIRST);
});
afterAll(() => database.close());
beforeEach(() => {
  network = replayFolder();
});
afterEach(async () => {
  network.remove();
  await database.db.execute(sql`truncate sources, host_breakers, job_runs`);
});

const http = (signal: AbortSignal) =>
  createSourceHttp({ memory: storedMemory(database.db), userAgent: "test", replayDir: network.path, signal, backoffMs: 1 });
const refresh = (now: Date) => runJob(refreshBenchmarks, { db: database.db, http, now });
const modelOf = async (key: string) => (await listScoredModels(database.db)).find((model) => model.key === key);
const sourceOf = async (name: string) =>
  (await listSources(database.db, "benchmarks")).find((source) => source.id === `benchmarks/${name}`);

const sweRuns = (count: number) => Array.from({ length: count }, (_, index) => ({ model: `gpt-bench-${index}`, resolved: 40 + index }));
const epochScores = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ model: `gpt-bench-${index}_high`, score: 0.5 + index / 100 }));

const INDEX = { url: EPOCH_INDEX_URL, body: epochIndexTable([{ model: "GPT-5", index: 150 }]) };

describe("reading scores", () => {
  test("merges them by model with source, day and kind, together with the bundled ones", async () => {
    const bundled = (await listScoredModels(database.db)).length;
    network.answer([
      {
        url: SWEBENCH_URL,
        body: sweBenchBoards([{ model: "claude-opus-4-5-20251101", resolved: 75.5, date: "2026-11-01" }, ...sweRuns(9)]),
      },
      { url: EPOCH_URL, body: epochRuns([{ model: "claude-opus-4-5-20251101_32K", score: 0.9 }, ...epochScores(9)]) },
      INDEX,
    ]);
    expect(await refresh(FIRST)).toMatchObject({ status: "done", counts: { read: 3, failed: 0, unplaced: 0, models: bundled + 9 } });
    expect((await modelOf("anthropic/claude-opus-4-5"))?.scores.gpqa_diamond).toBeDefined();
    const readings = Object.values((await modelOf("anthropic/claude-opus-4-5"))?.scores ?? {}).flatMap((report) => [
      report,
      ...report.others,
    ]);
    expect(readings).toContainEqual(expect.objectContaining({ source: "swebench", value: 75.5, date: "2026-11-01", kind: "independent" }));
    expect(readings).toContainEqual(expect.objectContaining({ source: "epoch", value: 90, config: "32k" }));
    expect((await modelOf("openai/gpt-bench-0"))?.scores).toMatchObject({ swe_bench: { value: 40 }, gpqa_diamond: { value: 50 } });
    expect(await sourceOf("epoch")).toMatchObject({ lastReadAt: FIRST, itemCount: 10 });
  });

  test.each([
    ["cannot be reached", undefined, "network"],
    ["sends another document", "a,b\n1,2", "not_expected"],
    ["lost more than a fifth", epochRuns(epochScores(5)), "shrunk"],
  ])("keeps the previous scores of a source that %s", async (_, body, fault) => {
    network.answer([{ url: SWEBENCH_URL, body: sweBenchBoards(sweRuns(10)) }, { url: EPOCH_URL, body: epochRuns(epochScores(10)) }, INDEX]);
    await refresh(FIRST);
    const before = await listScoredModels(database.db);
    const others = [{ url: SWEBENCH_URL, body: sweBenchBoards(sweRuns(10)) }, INDEX];
    network.answer([...others, ...(body === undefined ? [] : [{ url: EPOCH_URL, body }])]);
    expect(await refresh(SECOND)).toMatchObject({ status: "done", counts: { read: 2, failed: 1 } });
    expect(await listScoredModels(database.db)).toEqual(before);
    expect(await sourceOf("epoch")).toMatchObject({ lastReadAt: FIRST, lastFault: fault });
  });

  test("keeps all scores when no source can be read", async () => {
    const before = await listScoredModels(database.db);
    network.answer([]);
    expect(await refresh(FIRST)).toMatchObject({ status: "failed" });
    expect(await listScoredModels(database.db)).toEqual(before);
  });

  test("belongs to the slot of Monday 06:30", () => {
    expect(slotOf(refreshBenchmarks.cadence, new Date("2026-11-21T12:00:00Z"))).toEqual(FIRST);
  });
});

describe("abilities", () => {
  const everything = (index: number) => [
    { url: SWEBENCH_URL, body: sweBenchBoards(sweRuns(10)) },
    { url: EPOCH_URL, body: epochRuns(epochScores(10)) },
    {
      url: EPOCH_INDEX_URL,
      body: epochIndexTable([
        { model: "GPT-5", index: 150 },
        { model: "gpt-bench-9", index },
      ]),
    },
  ];
  const fittedAt = async () =>
    (await database.db.select({ at: catalogLoads.loadedAt }).from(catalogLoads).where(eq(catalogLoads.catalog, "capabilities")))[0]?.at;
  const abilityOf = async (key: string) => (await listCapabilities(database.db)).find(({ model }) => model === key);

  test("are fitted to the scores of all sources, with Epoch AI's index as one of them", async () => {
    network.answer(everything(136));
    await refresh(FIRST);
    const bench = await abilityOf("openai/gpt-bench-9");
    expect(bench).toMatchObject({ scores: 3, unranked: null, index: { value: 136, low: 134, high: 138 } });
    expect((await abilityOf("openai/gpt-5"))?.ability).toBe(150);
    expect((await abilityOf("anthropic/claude-3-5-sonnet-20240620"))?.ability).toBe(130);
  });

  test("are fitted again when a score changes, and only then", async () => {
    network.answer(everything(136));
    await refresh(FIRST);
    const [first, before] = [await fittedAt(), (await abilityOf("openai/gpt-bench-9"))?.ability ?? 0];
    await refresh(SECOND);
    expect(await fittedAt()).toEqual(first);
    network.answer(everything(128));
    await refresh(THIRD);
    expect(await fittedAt()).toEqual(THIRD);
    expect((await abilityOf("openai/gpt-bench-9"))?.ability).toBeLessThan(before);
  });

  test("take the newest index of a model, also where an older one was higher", async () => {
    network.answer(everything(128));
    await refresh(FIRST);
    expect((await abilityOf("openai/gpt-bench-9"))?.index?.value).toBe(128);
    expect((await abilityOf("openai/gpt-5"))?.index?.value).toBe(150);
  });
});

describe("scores of listings", () => {
  test("are attached to makers' listings, even to a listing that appears later", async () => {
    expect((await listListingScores(database.db)).get("openai/gpt-5")?.scores).toMatchObject({ gpqa_diamond: expect.any(Number) });
    network.answer([
      { url: SWEBENCH_URL, body: sweBenchBoards([{ model: "gpt-later", resolved: 61 }, ...sweRuns(10)]) },
      { url: EPOCH_URL, body: epochRuns(epochScores(10)) },
    ]);
    await refresh(FIRST);
    expect((await listListingScores(database.db)).has("openai/gpt-later")).toBe(false);
    network.answer([{ url: MODELS_DEV_URL, body: modelsDevList([{ id: "gpt-later", input: 1, output: 2 }]) }]);
    await runJob(refreshPricing, { db: database.db, http, now: SECOND });
    expect((await listListingScores(database.db)).get("openai/gpt-later")?.scores).toEqual({ swe_bench: 61 });
  });
});
