import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runProbes } from "@/jobs/probe-endpoints";
import { inferenceEndpoints } from "@/lib/catalogs/inference-endpoints";
import { probeSeries } from "@/lib/endpoints/premium/probe/series";
import { createSourceHttp } from "@/lib/sources/http/http";
import { daysAgo, today } from "../../../support/history/captured-days";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { premiumCall, refusalOf, refused, type Query } from "../../../support/money/premium-call";
import { replayFolder, type ReplayFolder } from "../../../support/sources/replay-folder";
import { forgetPrepared } from "../../../support/server/request";
import { memoryInProcess } from "../../../support/sources/source-server";

let database: TestDatabase;
let folder: ReplayFolder;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = replayFolder();
  forgetPrepared();
  await database.db.execute(sql`truncate probe_samples, probe_summaries, probe_days, sources, dataset_versions, daily_uses`);
});
afterEach(() => folder.remove());

const endpoints = inferenceEndpoints.filter(({ provider }) => ["anthropic", "huggingface"].includes(provider));

/** Runs the job once, with every API answering this status. */
async function probeAt(now: Date, status: number): Promise<void> {
  folder.answer(endpoints.map(({ url }) => ({ url, status, delay_ms: 20 })));
  await runProbes({
    db: database.db,
    http: createSourceHttp({ memory: memoryInProcess(), userAgent: "t", replayDir: folder.path }),
    now,
    endpoints,
    keys: {},
  });
}

const series = (query: Query) => premiumCall(database.db, probeSeries, query);
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

describe("GET /api/premium/probe/series", () => {
  test("covers what the job measured, including days whose samples are pruned", async () => {
    await probeAt(new Date(`${daysAgo(20)}T10:00:00Z`), 401);
    await probeAt(new Date(`${daysAgo(20)}T10:15:00Z`), 503);
    await probeAt(minutesAgo(1), 401);
    const { status, body, spent } = await series({ provider: "Anthropic" });
    expect([status, spent]).toEqual([200, 5]);
    expect(body).toMatchObject({
      provider: "anthropic",
      range: { from: daysAgo(30), to: today(), days: 31 },
      summary: { count: 3, ok_pct: 0.6667, uptime_pct: 50, incident_hours: 1, days_with_data: 2, days_missing: 29 },
      freshness: { max_age_seconds: 3600, sla_applies: true },
    });
    expect(body.points.find(({ date }: { date: string }) => date === daysAgo(20))).toMatchObject({
      count: 2,
      ok_pct: 0.5,
      ttfb_p50: 20,
      incident_hours: 1,
    });
    expect(body.points.at(-1)).toMatchObject({ date: today(), count: 1, ok_pct: 1, has_data: true });
  });

  test("has a series for each endpoint of a provider", async () => {
    await probeAt(minutesAgo(1), 200);
    expect((await series({ provider: "huggingface" })).body).toMatchObject({
      endpoint: "huggingface",
      endpoints: ["huggingface", "huggingface-hub"],
    });
    expect((await series({ provider: "huggingface", endpoint: "huggingface-hub" })).body.endpoint).toBe("huggingface-hub");
  });

  test("does not charge for a range without probes or a provider that is not probed", async () => {
    await probeAt(minutesAgo(1), 401);
    for (const query of [{ provider: "anthropic", to: daysAgo(2) }, { provider: "openai" }, { provider: "pinecone" }]) {
      const { status, body, spent } = await series(query);
      expect([status, spent, body.billing.no_charge_reason]).toEqual([200, 0, "empty_result"]);
    }
    expect((await series({ provider: "pinecone" })).body).toMatchObject({ endpoint: null, endpoints: [] });
  });

  test("does not charge for days up to today after probing stopped, but charges for past days", async () => {
    await probeAt(new Date(`${daysAgo(2)}T10:00:00Z`), 401);
    const upToToday = await series({ provider: "anthropic" });
    expect([upToToday.body.stale, upToToday.spent, upToToday.body.billing.no_charge_reason]).toEqual([true, 0, "stale_data"]);
    const past = await series({ provider: "anthropic", to: daysAgo(1) });
    expect([past.body.stale, past.spent]).toEqual([undefined, 5]);
  });
});

describe("uncharged refusals", () => {
  test.each([
    ["400 provider_required", {}, 400, "provider_required"],
    ["400 invalid_from_date_format", { provider: "openai", from: "2026-02-30" }, 400, "invalid_from_date_format"],
    ["400 invalid_to_date_format", { provider: "openai", to: "20260401" }, 400, "invalid_to_date_format"],
    ["400 from_after_to", { provider: "openai", from: daysAgo(1), to: daysAgo(2) }, 400, "from_after_to"],
    ["400 range_too_large", { provider: "openai", from: daysAgo(366) }, 400, "range_too_large"],
    ["400 invalid_parameter for another provider's endpoint", { provider: "openai", endpoint: "anthropic" }, 400, "invalid_parameter"],
    ["400 invalid_parameter for an unknown provider", { provider: "no-such-company" }, 400, "invalid_parameter"],
  ])("%s", async (_, query, status, error) => {
    expect(await refusalOf(database.db, probeSeries, query)).toEqual(refused(status, error));
  });
});
