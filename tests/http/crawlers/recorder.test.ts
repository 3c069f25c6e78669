import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { inTransaction } from "@/db/client";
import { listHitsByBot, listRecentHits, pruneCrawlerHits, storeCrawlerBatch } from "@/db/queries/agents/crawlers";
import { listVersions } from "@/db/queries/freshness/operations";
import { labelOf } from "@/lib/http/crawlers/label-of";
import { crawlerRecorder, CrawlerRecorder, FLUSH_AT_HITS, FLUSH_EVERY_MS } from "@/lib/http/crawlers/recorder";
import { startCrawlerRecorder } from "@/lib/http/crawlers/start-recorder";
import type { CrawlerBatch } from "@/lib/domain/agents/crawler-batch";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";

const GPTBOT = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const NOON = new Date("2026-05-15T12:00:30Z");

const hitsOf = (batches: readonly CrawlerBatch[]): number =>
  batches.flatMap(({ buckets }) => buckets).reduce((sum, { hits }) => sum + hits, 0);

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe("the recorder in memory", () => {
  let recorder: CrawlerRecorder;
  let batches: CrawlerBatch[];

  beforeEach(() => {
    recorder = new CrawlerRecorder();
    batches = [];
    recorder.attach(async (batch) => void batches.push(batch));
  });

  afterEach(() => recorder.close());

  const record = (times: number, userAgent = GPTBOT, path = "/api/news") => {
    for (let hit = 0; hit < times; hit += 1) recorder.record(userAgent, path, NOON);
  };

  test("flushes at fifty hits, as one count", async () => {
    record(FLUSH_AT_HITS - 1);
    await nextTurn();
    expect(batches).toEqual([]);
    record(1);
    await nextTurn();
    expect(batches).toHaveLength(1);
    expect(batches[0]?.buckets).toEqual([
      { hour: new Date("2026-05-15T12:00:00Z"), bot: "GPTBot", pathGroup: "/api/news", hits: FLUSH_AT_HITS },
    ]);
  });

  test("flushes fewer hits after a minute", async () => {
    vi.useFakeTimers();
    try {
      const timed = new CrawlerRecorder();
      timed.attach(async (batch) => void batches.push(batch));
      timed.record(GPTBOT, "/llms.txt", NOON);
      await vi.advanceTimersByTimeAsync(FLUSH_EVERY_MS - 1);
      expect(batches).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(hitsOf(batches)).toBe(1);
      await timed.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test("flushes the rest on close", async () => {
    record(3);
    await recorder.close();
    expect(hitsOf(batches)).toBe(3);
  });

  test("ignores browsers, tokens that never crawl, and pages", async () => {
    record(5, "Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0");
    record(5, GPTBOT, "/models");
    record(5, "Mozilla/5.0 (compatible; Google-Extended)");
    await recorder.close();
    expect(batches).toEqual([]);
  });

  test("counts unknown bots under one label and leaves them out of the newest hits", async () => {
    record(2, "mygptbot-checker/1.0");
    await recorder.close();
    expect(batches[0]?.buckets.map(({ bot, hits }) => [bot, hits])).toEqual([["Unknown Bot", 2]]);
    expect(batches[0]?.recent).toEqual([]);
  });

  test("stores neither the query nor ids of a path", async () => {
    recorder.record(GPTBOT, "/api/premium/watches/wat_123?token=secret", NOON);
    await recorder.close();
    expect(JSON.stringify(batches)).not.toMatch(/wat_|secret/);
  });

  test("keeps the hits of a failed flush for the next one", async () => {
    const failing = new CrawlerRecorder();
    let isDown = true;
    failing.attach(async (batch) => {
      if (isDown) throw new Error("database is away");
      batches.push(batch);
    });
    failing.record(GPTBOT, "/api/news", NOON);
    await failing.flush();
    failing.record(GPTBOT, "/api/news", NOON);
    isDown = false;
    await failing.flush();
    expect(hitsOf(batches)).toBe(2);
    expect(batches[0]?.recent).toHaveLength(2);
    await failing.close();
    expect(hitsOf(batches)).toBe(2);
  });

  test("loses no hit that arrives during a flush", async () => {
    const slow = new CrawlerRecorder();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    slow.attach(async (batch) => {
      await gate;
      batches.push(batch);
    });
    slow.record(GPTBOT, "/api/news", NOON);
    const first = slow.flush();
    slow.record(GPTBOT, "/api/news", NOON);
    open();
    await first;
    await slow.close();
    expect(hitsOf(batches)).toBe(2);
  });

  test("bounds groups, buckets and newest hits while no sink is attached", async () => {
    const alone = new CrawlerRecorder();
    for (let hit = 0; hit < 20_000; hit += 1) alone.record(GPTBOT, `/api/x${hit}`, new Date(NOON.getTime() + hit * 3_600_000));
    alone.attach(async (batch) => void batches.push(batch));
    await alone.flush();
    expect(batches[0]?.buckets.length).toBeLessThanOrEqual(5000);
    expect(new Set(batches[0]?.buckets.map(({ pathGroup }) => pathGroup)).size).toBeLessThanOrEqual(201);
    expect(batches[0]?.recent).toHaveLength(50);
    await alone.close();
  });

  test("labels a user agent the same after a thousand others passed through the cache", () => {
    expect(labelOf(GPTBOT)).toBe("GPTBot");
    for (let other = 0; other < 3000; other += 1) labelOf(`Browser/${other}`);
    expect(labelOf(GPTBOT)).toBe("GPTBot");
    expect(labelOf("Browser/1")).toBeNull();
  });
});

describe("the recorder and the database", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase();
  });

  afterEach(() => database.db.execute(sql`truncate crawler_hits, crawler_recent, dataset_versions`));

  afterAll(() => database.close());

  test("is one per process, and stores hits summed by hour, bot and group", async () => {
    const recorder = startCrawlerRecorder(async () => database.db);
    expect(recorder).toBe(crawlerRecorder());
    for (let hit = 0; hit < 3; hit += 1) recorder.record(GPTBOT, "/api/news", NOON);
    await recorder.flush();
    recorder.record(GPTBOT, "/api/news", new Date("2026-05-15T12:59:59Z"));
    recorder.record("ClaudeBot/1.0", "/llms.txt", new Date("2026-05-15T13:00:00Z"));
    await recorder.close();
    expect(await listHitsByBot(database.db, new Date("2026-05-15T00:00:00Z"))).toEqual([
      { bot: "GPTBot", hits: 4 },
      { bot: "ClaudeBot", hits: 1 },
    ]);
    expect(await listHitsByBot(database.db, new Date("2026-05-15T13:00:00Z"))).toEqual([{ bot: "ClaudeBot", hits: 1 }]);
    expect((await listRecentHits(database.db))[0]).toEqual({
      bot: "ClaudeBot",
      pathGroup: "/llms.txt",
      at: new Date("2026-05-15T13:00:00Z"),
    });
    expect(await listVersions(database.db)).toMatchObject([{ dataset: "crawler_activity", version: 2 }]);
  });

  test("stores the fifty newest hits, newest first", async () => {
    const hitAt = (minute: number) => ({ bot: "GPTBot", pathGroup: "/api/news", at: new Date(NOON.getTime() + minute * 60_000) });
    for (const start of [0, 40]) {
      const recent = Array.from({ length: 40 }, (_, index) => hitAt(start + index));
      await inTransaction(database.db, (tx) => storeCrawlerBatch(tx, { buckets: [], recent }));
    }
    const kept = await listRecentHits(database.db);
    expect(kept).toHaveLength(50);
    expect(kept[0]?.at).toEqual(hitAt(79).at);
    expect(kept.at(-1)?.at).toEqual(hitAt(30).at);
  });

  test("prunes hours before a given time", async () => {
    const bucket = (hour: string) => ({ hour: new Date(hour), bot: "GPTBot", pathGroup: "/api/news", hits: 1 });
    await storeCrawlerBatch(database.db, { buckets: [bucket("2026-01-01T00:00:00Z"), bucket("2026-05-01T00:00:00Z")], recent: [] });
    await pruneCrawlerHits(database.db, new Date("2026-03-01T00:00:00Z"));
    expect(await listHitsByBot(database.db, new Date("2025-01-01T00:00:00Z"))).toEqual([{ bot: "GPTBot", hits: 1 }]);
  });
});
