import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { crawlerHits } from "@/db/schema/crawlers";
import { SNAPSHOT_TYPES } from "@/lib/domain/history/history-spans";
import { attentionHistory } from "@/lib/endpoints/attention/history";
import { attentionOn } from "@/lib/endpoints/attention/history/[date]";
import { health } from "@/lib/endpoints/health";
import { history } from "@/lib/endpoints/history";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { captureDay, daysAgo, minutesBefore, momentOf } from "../../support/history/captured-days";
import { EMPTIED, readEverything } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { forgetPrepared, request } from "../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
});

const day = daysAgo(1);
const snapshot = (date: string, type: string, query = "") =>
  request(snapshotOn, `/api/history/${date}/${type}${query}`, { params: { date, type } });
const attentionAt = (date: string) => request(attentionOn, `/api/attention/history/${date}`, { params: { date } });

async function capture(date: string): Promise<void> {
  const moment = momentOf(date);
  await readEverything(database.db, minutesBefore(moment, 1));
  await database.db.insert(crawlerHits).values({
    bot: "GPTBot",
    hour: new Date(Math.floor(minutesBefore(moment, 61).getTime() / 3_600_000) * 3_600_000),
    pathGroup: "/api/news",
    hits: 4,
  });
  await captureDay(database.db, date);
}

describe("GET /api/history", () => {
  test("is empty before the first snapshot", async () => {
    expect((await request(history)).body).toMatchObject({ ok: true, dates: [], count: 0, types: [...SNAPSHOT_TYPES], coverage: [] });
  });

  test("lists captured days, newest first, with the number of days of each type", async () => {
    await capture(daysAgo(2));
    await capture(day);
    const { body, headers } = await request(history);
    expect(body).toMatchObject({ dates: [day, daysAgo(2)], count: 2 });
    expect(body.coverage).toContainEqual({ type: "pricing", first: daysAgo(2), last: day, days: 2 });
    expect(headers.get("cache-control")).toMatch(/^public, max-age=3600, s-maxage=\d+, /);
  });

  test("health states when the newest snapshot was taken", async () => {
    expect((await request(health)).body.lastDailyUpdate).toBeNull();
    await capture(day);
    expect((await request(health)).body.lastDailyUpdate).toBe(momentOf(day).toISOString());
  });

  test("includes a new day at once, even if the answer was prepared before", async () => {
    await capture(daysAgo(2));
    await request(history);
    await capture(day);
    expect((await request(history)).body.count).toBe(2);
  });
});

describe("GET /api/history/{date}/{type}", () => {
  test("answers every type with the capture time of its source", async () => {
    await capture(day);
    for (const type of SNAPSHOT_TYPES) {
      const { status, body, headers } = await snapshot(day, type);
      expect([type, status]).toEqual([type, 200]);
      expect(body).toMatchObject({ ok: true, date: day, type, stale_after_seconds: null });
      expect(body.captured_at).toBe(body.capturedAt);
      expect(headers.get("cache-control")).toMatch(/^public, max-age=86400, s-maxage=\d+, /);
    }
  });

  test("contains the data of that day", async () => {
    await capture(day);
    expect((await snapshot(day, "pricing")).body.data).toEqual({
      currency: "USD",
      unit: "per 1M tokens",
      count: 1,
      models: [
        {
          provider: "anthropic",
          id: "claude-opus-4-5",
          name: "Claude Opus 4.5",
          inputPrice: 5,
          outputPrice: 25,
          cachedInputPrice: null,
          source: "models.dev",
        },
      ],
    });
    expect((await snapshot(day, "models")).body.data.models.map(({ id }: { id: string }) => id)).toEqual(["claude-opus-4-5", "llama-9"]);
    expect((await snapshot(day, "benchmarks")).body.data).toEqual({
      count: 1,
      models: [{ model: "Claude Opus 4.5", provider: "Anthropic", providerId: "anthropic", scores: { gpqa_diamond: 87, swe_bench: 80.9 } }],
    });
    expect((await snapshot(day, "status")).body.data.services).toContainEqual(
      expect.objectContaining({ name: "Claude API", provider: "anthropic", status: "operational" }),
    );
    expect((await snapshot(day, "agent-activity")).body.data).toEqual({ window_hours: 24, total: 4, by_bot: { GPTBot: 4 } });
    expect((await snapshot(day, "attention")).body.data.providers[0]).toMatchObject({
      id: "anthropic",
      name: "Anthropic",
      rank: 1,
      attention_score: 100,
    });
    expect((await snapshot(day, "gpu")).body.data).toMatchObject({
      count: 1,
      gpus: [{ gpu: "H100", cheapest_on_demand_usd_hr: 2.5, cheapest_on_demand_provider: "runpod" }],
    });
  });

  test("adds hosts' listings on request", async () => {
    await capture(day);
    expect(
      (await snapshot(day, "pricing", "?include=hosts")).body.data.models.map(({ provider }: { provider: string }) => provider),
    ).toEqual(["amazon-bedrock", "anthropic"]);
    expect((await snapshot(day, "models", "?include=hosts")).body.data.count).toBe(3);
  });

  test("answers 404 with date and type for what was not captured", async () => {
    await capture(day);
    const { status, body } = await snapshot(daysAgo(3), "pricing");
    expect([status, body.ok, body.error, body.date, body.snapshot_type]).toEqual([404, false, "snapshot_not_found", daysAgo(3), "pricing"]);
    expect((await snapshot("2999-01-01", "gpu")).status).toBe(404);
  });

  test.each([
    ["2026-02-30", "pricing", "invalid_date"],
    ["yesterday", "pricing", "invalid_date"],
    ["2026-02-01", "prices", "invalid_type"],
  ])("refuses %s/%s with %s", async (date, type, error) => {
    const { status, body } = await snapshot(date, type);
    expect([status, body.error]).toEqual([400, error]);
  });
});

describe("GET /api/attention/history", () => {
  test("lists captured days, newest first", async () => {
    expect((await request(attentionHistory)).body).toMatchObject({ ok: true, count: 0, dates: [] });
    await capture(daysAgo(2));
    await capture(day);
    expect((await request(attentionHistory)).body).toMatchObject({ count: 2, dates: [day, daysAgo(2)] });
  });

  test("golden: that day anthropic 4 × 1 + 2 = 6, openai 1 + 0.05 × 4 = 1.2, 20% of it", async () => {
    await capture(day);
    const { status, body, headers } = await attentionAt(day);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toMatch(/^public, max-age=600, s-maxage=\d+, /);
    expect(body).toMatchObject({ ok: true, date: day, capturedAt: minutesBefore(momentOf(day), 1).toISOString() });
    expect(body.data.computed_at).toBe(momentOf(day).toISOString());
    expect(body.data.providers.length).toBe(12);
    expect(body.data.providers.slice(0, 2)).toMatchObject([
      { id: "anthropic", raw_score: 6, attention_score: 100, rank: 1, news_24h: 1, news_7d: 2 },
      { id: "openai", raw_score: 1.2, attention_score: 20, rank: 2, agent_hits: 4 },
    ]);
    expect(body.data.providers[0].top_articles.length).toBe(2);
  });

  test("answers 404 for a day that was not captured, and 400 for an invalid date", async () => {
    const { status, body } = await attentionAt("2020-01-01");
    expect([status, body.error, body.date]).toEqual([404, "snapshot_not_found", "2020-01-01"]);
    expect((await attentionAt("2020-13-01")).body.error).toBe("invalid_date");
  });
});
