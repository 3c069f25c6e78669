import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { listProbeDays, listProbeSamples, listProbeSummaries } from "@/db/queries/probes/probe";
import { listSources } from "@/db/queries/freshness/operations";
import { runProbes } from "@/jobs/probe-endpoints";
import { inferenceEndpoints } from "@/lib/catalogs/inference-endpoints";
import { createSourceHttp } from "@/lib/sources/http/http";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { replayFolder, type ReplayFolder, type ReplayedAnswer } from "../support/sources/replay-folder";
import { memoryInProcess } from "../support/sources/source-server";

let database: TestDatabase;
let folder: ReplayFolder;
const now = new Date("2026-03-02T12:00:00Z");

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = replayFolder();
  await database.db.execute(sql`truncate probe_samples, probe_summaries, probe_days, sources, dataset_versions, daily_uses`);
});
afterEach(() => folder.remove());

const endpoints = inferenceEndpoints.filter(({ id }) => ["anthropic", "openai", "google", "groq", "mistral"].includes(id));
const urlOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.url ?? "";
const completionOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.completion?.url ?? "";

function run(answers: readonly ReplayedAnswer[], keys: Record<string, string> = {}, at = now) {
  folder.answer(answers);
  return runProbes({
    db: database.db,
    http: createSourceHttp({ memory: memoryInProcess(), userAgent: "t", replayDir: folder.path }),
    now: at,
    endpoints,
    keys,
  });
}
const allSamples = async () => (await Promise.all(endpoints.map(({ id }) => listProbeSamples(database.db, id, new Date(0))))).flat();
const samplesNow = async () => Object.fromEntries((await allSamples()).map((row) => [`${row.target}/${row.kind}`, row]));
const wellOf = ["anthropic", "openai", "google", "mistral"].map((id) => ({ url: urlOf(id), status: id === "google" ? 403 : 401 }));

describe("probing", () => {
  test("stores one sample per endpoint with its status and only the timings that were measured", async () => {
    expect(await run([...wellOf, { url: urlOf("groq"), status: 503, delay_ms: 5 }])).toEqual({
      probed: 5,
      ok: 4,
      limited: 0,
      failed: 1,
      not_measured: 0,
      completions: 0,
    });
    const samples = await samplesNow();
    expect(samples["google/reach"]).toMatchObject({ status: 403, outcome: "ok", dnsMs: null, ttfbMs: null, totalMs: null });
    expect(samples["groq/reach"]).toMatchObject({ status: 503, outcome: "provider_fail", ttfbMs: 5 });
  });

  test("records a failing endpoint as read and a silent one as failed", async () => {
    await run(wellOf);
    expect((await samplesNow())["groq/reach"]).toMatchObject({ status: null, outcome: "provider_fail", fault: "network" });
    const sources = await listSources(database.db, "probe");
    expect(sources.map(({ id, lastFault, lastReadAt }) => [id, lastFault, lastReadAt])).toContainEqual(["probe/groq", null, now]);
  });

  test("stores nothing when no endpoint answers, and says why", async () => {
    await expect(run([])).rejects.toThrow(/^none of \d+ sources could be read: probe\//);
    expect(await allSamples()).toEqual([]);
    expect(await listProbeSummaries(database.db)).toEqual([]);
    expect((await listSources(database.db, "probe")).map(({ lastFault }) => lastFault)).toEqual([
      "network",
      "network",
      "network",
      "network",
      "network",
    ]);
  });

  test("blames no provider when most endpoints are silent", async () => {
    await run(wellOf.slice(0, 1));
    expect(
      Object.values(await samplesNow())
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(["ok", "our_fail", "our_fail", "our_fail", "our_fail"]);
  });

  test("requests one token where a key is configured", async () => {
    const answers = [
      ...wellOf,
      { url: urlOf("groq"), status: 401 },
      { url: completionOf("openai"), body: JSON.stringify({ choices: [{ message: {} }] }) },
      { url: completionOf("mistral"), body: "{}" },
    ];
    expect(await run(answers, { OPENAI: "k", MISTRAL: "k", GROQ: "k" })).toMatchObject({ probed: 5, completions: 2 });
    const samples = await samplesNow();
    expect(samples["openai/completion"]).toMatchObject({ status: 200, outcome: "ok" });
    expect(samples["mistral/completion"]).toMatchObject({ status: 200, outcome: "provider_fail" });
  });

  test("spends at most 200 completions a day on a provider", async () => {
    await database.db.execute(
      sql`insert into daily_uses (day, policy, caller, uses) values ('2026-03-02', 'probe-completion', 'openai', 200)`,
    );
    expect(await run([...wellOf, { url: completionOf("openai"), body: "{}" }], { OPENAI: "k" })).toMatchObject({ completions: 0 });
  });

  test("keeps samples for a week", async () => {
    await run(wellOf);
    const later = new Date(now.getTime() + 8 * 86_400_000);
    await run(wellOf, {}, later);
    expect(await allSamples()).toHaveLength(5);
  });

  test("recomputes the day's figures with each run and keeps them after the samples are pruned", async () => {
    const groq = async () =>
      (await listProbeDays(database.db, "groq", "2026-01-01", "2026-12-31")).map(({ date, figures }) => [
        date,
        figures.reach.count,
        figures.reach.successCount,
        figures.incidentHours,
      ]);
    await run([...wellOf, { url: urlOf("groq"), status: 401 }], {}, new Date("2026-03-02T23:45:00Z"));
    await run([...wellOf, { url: urlOf("groq"), status: 503 }], {}, new Date("2026-03-03T00:00:00Z"));
    await run([...wellOf, { url: urlOf("groq"), status: 401 }], {}, new Date("2026-03-03T00:15:00Z"));
    expect(await groq()).toEqual([
      ["2026-03-02", 1, 1, 0],
      ["2026-03-03", 2, 1, 1],
    ]);
    await run(wellOf, {}, new Date("2026-03-20T00:00:00Z"));
    expect((await groq()).slice(0, 2)).toEqual([
      ["2026-03-02", 1, 1, 0],
      ["2026-03-03", 2, 1, 1],
    ]);
  });

  test("stores one sample for two runs at the same moment", async () => {
    await run(wellOf);
    await run(wellOf);
    expect(await allSamples()).toHaveLength(5);
  });

  test("summarises the last 24 hours of each endpoint in every run", async () => {
    await run([...wellOf, { url: urlOf("groq"), status: 500 }], {}, new Date(now.getTime() - 25 * 3_600_000));
    await run([...wellOf, { url: urlOf("groq"), status: 502 }], {}, new Date(now.getTime() - 900_000));
    await run([...wellOf, { url: urlOf("groq"), status: 401, delay_ms: 3 }]);
    await run([...wellOf, { url: urlOf("groq"), status: 401, delay_ms: 3 }]);
    const summaries = Object.fromEntries((await listProbeSummaries(database.db)).map((row) => [row.target, row]));
    expect(summaries.groq).toMatchObject({
      computedAt: now,
      summary: {
        count: 2,
        successCount: 1,
        statusCodes: { 401: 1, 502: 1 },
        ttfb: { p50: 3 },
        total: { p50: 3 },
        dns: { p50: null },
        lastProbeAt: now.toISOString(),
      },
    });
  });
});
