import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimRun, finishRun } from "@/db/queries/freshness/jobs";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { recordShippedCatalogs } from "@/lib/ingest/record-shipped-catalogs";
import { pricesAsOf } from "@/lib/catalogs/price-sources";
import { scoresAsOf } from "@/lib/catalogs/score-sources";
import { freshness } from "@/lib/docs/catalog";
import { statusPages } from "@/lib/catalogs/status-pages";
import { health } from "@/lib/endpoints/health";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { request } from "../support/server/request";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());

const now = new Date();
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

async function recordRun(job: string, startedAt: Date, outcome: Parameters<typeof finishRun>[1]["outcome"]): Promise<void> {
  const run = { job, slot: startedAt, owner: "test", startedAt };
  await claimRun(opened.db, { ...run, timeoutSeconds: 50, isForced: false });
  await finishRun(opened.db, { ...run, finishedAt: startedAt, outcome });
}

describe("before any reading", () => {
  test("health answers 200 with zero counts and null times", async () => {
    const { status, body, headers } = await request(health);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, status: "degraded", database: { driver: "pglite", reachable: true } });
    for (const part of ["news", "models", "benchmarks", "providerStatus", "incidents", "trending"]) {
      expect(body[part], part).toMatchObject({ count: 0, lastUpdated: null });
    }
    expect(body.agents.count).toBeGreaterThan(0);
    expect([body.lastDailyUpdate, body.lastCronRun, body.jobs, body.failingSources]).toEqual([null, null, [], []]);
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("freshness marks everything with a promise as stale", async () => {
    const { body } = await request(freshness);
    for (const { captured_at, sla_seconds, stale } of body.datasets) expect([captured_at, stale]).toEqual([null, sla_seconds !== null]);
  });
});

test("health dates bundled data by the release, and counts it as stale until a source is read", async () => {
  await loadModelCatalogs(opened.db, now);
  await recordShippedCatalogs(opened.db);
  const { body } = await request(health);
  expect(body.models).toMatchObject({ count: expect.any(Number), lastUpdated: `${pricesAsOf}T00:00:00.000Z` });
  expect(body.benchmarks).toMatchObject({ count: expect.any(Number), lastUpdated: `${scoresAsOf}T00:00:00.000Z` });
  expect(body.staleDatasets).toEqual(expect.arrayContaining(["models", "benchmarks"]));
});

describe("after readings", () => {
  beforeAll(async () => {
    const source = (name: string, at: Date, fault: string | null = null) => ({
      source: `news/${name}`,
      dataset: "news" as const,
      at,
      fault,
      error: fault && "ENOENT /etc/secret",
    });
    await recordSourceOutcomes(opened.db, [source("a", ago(60)), source("b", ago(90)), source("c", ago(900)), source("d", ago(900))]);
    await recordSourceOutcomes(opened.db, [source("c", ago(60), "shrunk"), source("d", ago(60), "timeout"), source("e", ago(60), "http")]);
    await recordRun("refresh-news", ago(60), { status: "done", counts: { read: 2, failed: 3 } });
    await recordRun("poll-status", ago(100), { status: "failed", error: "ENOENT /etc/secret" });
    await recordRun("capture-snapshots", ago(30), { status: "skipped", reason: "models are stale" });
  });

  test("health counts the sources and lists failing ones with their fault and a note", async () => {
    const { body, text } = await request(health);
    expect(body.news).toMatchObject({ sourcesPolled: 5, sourcesSucceeded: 2, lastUpdated: ago(900).toISOString() });
    expect(body.failingSources.map(({ source, fault, note }: Record<string, string>) => [source, fault, note])).toEqual([
      ["news/c", "shrunk", "its last answer shrank by more than a fifth; keeps previous"],
      ["news/d", "timeout", "keeps previous"],
      ["news/e", "http", expect.stringMatching(/^never read, tried 1 time since .* UTC: http$/)],
    ]);
    expect(text).not.toContain("ENOENT");
    expect(body.staleDatasets).not.toContain("news");
  });

  test("health is degraded by jobs that fail, and by no source that is away or job that this young process has not run yet", async () => {
    const { body } = await request(health);
    expect(body.status).toBe("degraded");
    const about = (title: string): string[] => body.tasks.filter((task: string) => task.startsWith(`${title}: `));
    expect(about("Provider status")).toEqual([expect.stringContaining("the job poll-status failed")]);
    expect(about("Models and prices")).toEqual([]);
    expect(about("AI news")).toEqual([]);
  });

  test("health gives each job's last outcome and reason", async () => {
    const { body } = await request(health);
    expect(body.jobs.map(({ job, outcome, reason }: Record<string, string>) => [job, outcome, reason])).toEqual([
      ["capture-snapshots", "skipped", "models are stale"],
      ["poll-status", "failed", null],
      ["refresh-news", "done", null],
    ]);
    expect([body.lastCronRun, body.lastDailyUpdate]).toEqual([ago(30).toISOString(), null]);
  });

  test("freshness states the current age, promise, sources and last run", async () => {
    const { body } = await request(freshness);
    const news = body.datasets.find(({ dataset }: { dataset: string }) => dataset === "news");
    expect(news).toMatchObject({
      sla_seconds: 1800,
      cadence_seconds: 600,
      stale: false,
      sources_total: 5,
      sources_read: 2,
      sources_unreadable: 0,
      last_run: { job: "refresh-news", outcome: "done" },
    });
    expect(news.age_seconds).toBeGreaterThanOrEqual(900);
    const polled = body.datasets.find(({ dataset }: { dataset: string }) => dataset === "provider_status");
    const forPeople = statusPages.filter(({ machineUrl, feedUrl }) => machineUrl === null && feedUrl === null);
    expect([forPeople.length > 0, polled.sources_unreadable]).toEqual([true, forPeople.length]);
    expect(body.endpoints.find(({ endpoint }: { endpoint: string }) => endpoint === "/api/status")).toMatchObject({ max_age_seconds: 600 });
    expect(body.count).toBe(body.endpoints.length);
  });
});

test("health answers 200 with null counts while the database does not answer", async () => {
  const broken = await useTestDatabase();
  await broken.connection.close();
  const { status, body } = await request(health);
  expect([status, body.ok, body.status]).toEqual([200, true, "degraded"]);
  expect([body.database.reachable, body.database.pingMs, body.models.count, body.news.lastUpdated]).toEqual([false, null, null, null]);
});
