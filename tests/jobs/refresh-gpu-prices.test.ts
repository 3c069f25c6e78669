import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { captureGpuDay, listGpuDays, listGpuOffers } from "@/db/queries/gpu/gpu";
import { listSources, listVersions } from "@/db/queries/freshness/operations";
import { loadGpuCatalog } from "@/lib/ingest/gpu/load-bundled-offers";
import { refreshGpuPrices } from "@/jobs/refresh-gpu-prices";
import { runJob } from "@/jobs/run";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { bundledGpuOffers, gpuModels } from "@/lib/catalogs/gpu-pricing";
import { createSourceHttp } from "@/lib/sources/http/http";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { AKASH_URL, akashList, RUNPOD_URL, runpodList } from "../support/gpu/gpu-price-lists";

const FIRST = new Date("2026-05-15T04:15:00Z");
const SECOND = new Date("2026-05-15T08:15:00Z");

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gpu-replay-"));
});

afterEach(async () => {
  await database.db.execute(sql`truncate gpu_offers, gpu_days, sources, host_breakers, dataset_versions, catalog_loads, job_runs`);
  rmSync(folder, { recursive: true });
});

/** Sets the network's answers; a list that is not passed is unreachable. */
function network(documents: Record<string, unknown>): void {
  const entries = Object.entries(documents).map(([url, document], position) => {
    writeFileSync(join(folder, `${position}.json`), typeof document === "string" ? document : JSON.stringify(document));
    return { url, file: `${position}.json` };
  });
  writeFileSync(join(folder, "replay.json"), JSON.stringify(entries));
}

const http = (signal: AbortSignal) =>
  createSourceHttp({ memory: storedMemory(database.db), userAgent: "test", replayDir: folder, signal, backoffMs: 1 });

const refresh = (now: Date) => runJob(refreshGpuPrices, { db: database.db, http, now });

const offersOf = async (provider: string) => (await listGpuOffers(database.db)).filter((offer) => offer.provider === provider);

const MODELS = [
  { model: "h100", ram: "80Gi" },
  { model: "h200", ram: "141Gi" },
  { model: "b200", ram: "180Gi" },
  { model: "l40s", ram: "48Gi" },
  { model: "rtx4090", ram: "24Gi" },
];

test("the first run stores the bundled offers and replaces those of the providers that it reads", async () => {
  network({ [AKASH_URL]: akashList(MODELS), [RUNPOD_URL]: runpodList([{ id: "NVIDIA H100 NVL", displayName: "H100 NVL" }]) });
  const outcome = await refresh(FIRST);
  expect(outcome).toMatchObject({ status: "done", counts: { bundled: bundledGpuOffers.length, read: 2, failed: 1, offers: 7 } });
  expect((await offersOf("akash")).every(({ isLive, seenAt }) => isLive && seenAt?.getTime() === FIRST.getTime())).toBe(true);
  expect(await offersOf("akash")).toHaveLength(5);
  expect((await offersOf("azure")).every(({ isLive }) => !isLive)).toBe(true);
  expect((await offersOf("lambda")).length).toBeGreaterThan(0);
});

test("a failing source keeps its rows with their old capture time and records why", async () => {
  network({ [AKASH_URL]: akashList(MODELS) });
  await refresh(FIRST);
  network({ [RUNPOD_URL]: runpodList([{ id: "a", displayName: "L4" }]) });
  await refresh(SECOND);
  const akash = await offersOf("akash");
  expect(akash).toHaveLength(5);
  expect(akash.every(({ seenAt }) => seenAt?.getTime() === FIRST.getTime())).toBe(true);
  const source = (await listSources(database.db, "gpu_prices")).find(({ id }) => id === "gpu_prices/akash");
  expect(source).toMatchObject({ lastReadAt: FIRST, lastAttemptAt: SECOND, lastFault: "network", itemCount: 5 });
});

test("a list that shrank by more than a fifth is refused, a smaller loss is accepted", async () => {
  network({ [AKASH_URL]: akashList(MODELS) });
  await refresh(FIRST);
  network({ [AKASH_URL]: akashList(MODELS.slice(0, 3)) });
  expect((await refresh(SECOND)).status).toBe("failed");
  expect(await offersOf("akash")).toHaveLength(5);
  expect((await listSources(database.db, "gpu_prices")).find(({ id }) => id === "gpu_prices/akash")?.lastFault).toBe("shrunk");
  network({ [AKASH_URL]: akashList(MODELS.slice(0, 4)) });
  await refresh(new Date("2026-05-15T12:15:00Z"));
  expect(await offersOf("akash")).toHaveLength(4);
});

test("an empty list is refused, even the first time", async () => {
  network({ [AKASH_URL]: akashList([]) });
  await refresh(FIRST);
  expect((await offersOf("akash")).every(({ isLive }) => !isLive)).toBe(true);
});

test("without a network the bundled offers are served with their own dates", async () => {
  network({});
  expect((await refresh(FIRST)).status).toBe("failed");
  const offers = await listGpuOffers(database.db);
  expect(offers).toHaveLength(bundledGpuOffers.length);
  const dated = new Map(bundledGpuOffers.map(({ id, asOf }) => [id, asOf]));
  expect(offers.filter(({ id, seenAt }) => (seenAt?.toISOString().slice(0, 10) ?? null) !== dated.get(id))).toEqual([]);
});

test("the bundled catalog is loaded once and never replaces live prices", async () => {
  expect(await loadGpuCatalog(database.db, FIRST)).toBe(bundledGpuOffers.length);
  expect(await loadGpuCatalog(database.db, SECOND)).toBe(0);
  expect(await listVersions(database.db)).toMatchObject([{ dataset: "gpu_prices", version: 1 }]);
});

test("an unknown GPU is stored without a canonical name", async () => {
  network({ [AKASH_URL]: akashList([...MODELS, { model: "gtx1070ti", ram: "8Gi" }]) });
  await refresh(FIRST);
  expect((await offersOf("akash")).find(({ gpuRaw }) => gpuRaw.startsWith("gtx1070ti"))?.gpu).toBeNull();
});

test("the day's capture takes only fresh live prices and writes a day once", async () => {
  network({ [AKASH_URL]: akashList(MODELS) });
  await refresh(FIRST);
  const capture = (now: Date, readSince: Date) => captureGpuDay(database.db, { date: "2026-05-15", now, readSince, models: gpuModels });
  expect(await capture(SECOND, SECOND)).toBe(0);
  expect(await capture(SECOND, new Date("2026-05-14T08:15:00Z"))).toBe(5);
  network({ [AKASH_URL]: akashList(MODELS.map((model) => ({ ...model, med: 9 }))) });
  await refresh(SECOND);
  await capture(SECOND, FIRST);
  expect(await listGpuDays(database.db, "H100", "2026-05-15", "2026-05-15")).toEqual([
    {
      date: "2026-05-15",
      cheapestOnDemandUsdHour: 2,
      cheapestOnDemandProvider: "akash",
      cheapestSpotUsdHour: null,
      cheapestSpotProvider: null,
      providerCount: 1,
      totalOffers: 1,
      capturedAt: SECOND,
    },
  ]);
});
