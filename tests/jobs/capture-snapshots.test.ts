import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { listAttentionDay } from "@/db/queries/attention/attention";
import { listGpuDays } from "@/db/queries/gpu/gpu";
import {
  findSnapshot,
  listCrawlerSnapshot,
  listSnapshotCoverage,
  listSnapshotDates,
  listStatusSnapshot,
} from "@/db/queries/history/history";
import { listListingsOn } from "@/db/queries/history/listing-history";
import { listSources, listVersions, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { listScoresOn } from "@/db/queries/models/scores/score-history";
import { crawlerHits } from "@/db/schema/crawlers";
import { snapshots } from "@/db/schema/history";
import { captureSnapshots } from "@/jobs/capture-snapshots/capture-snapshots";
import type { RunOutcome } from "@/jobs/run";
import { SNAPSHOT_TYPES } from "@/lib/domain/history/history-spans";
import { EMPTIED, opus, readEverything, storeListings } from "../support/history/daily-world";
import { at, capture, countListingSpans, unusedHttp } from "../support/history/run-capture";
import type { TestDatabase } from "../support/stores/database";
import { forEachDriver } from "../support/stores/drivers";

const reasonOf = (outcome: RunOutcome): string => (outcome.status === "skipped" ? outcome.reason : outcome.status);

async function visit(db: Db, bot: string, hour: Date, hits: number): Promise<void> {
  await db.insert(crawlerHits).values({ bot, hour, pathGroup: "/api/news", hits });
}

forEachDriver((open) => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await open();
    db = database.db;
  });
  afterAll(() => database.close());
  beforeEach(() => db.execute(sql.raw(`truncate ${EMPTIED}`)));

  describe("when every source was read", () => {
    beforeEach(async () => {
      await readEverything(db, at("2026-05-15", "06:58"));
      await visit(db, "GPTBot", at("2026-05-15", "03:00"), 40);
      await visit(db, "GPTBot", at("2026-05-13", "03:00"), 9);
    });

    test("captures every type with the time at which its source was read", async () => {
      const outcome = await capture(db, at("2026-05-15"));
      expect(outcome).toMatchObject({
        status: "done",
        counts: { pricing: 2, models: 3, benchmarks: 2, capability: 1, "agent-activity": 1, attention: 12, gpu: 1 },
      });
      for (const type of SNAPSHOT_TYPES) {
        const capturedAt = type === "agent-activity" ? at("2026-05-15") : at("2026-05-15", "06:58");
        expect(await findSnapshot(db, "2026-05-15", type)).toMatchObject({ capturedAt, takenAt: at("2026-05-15") });
      }
    });

    test("stores the values of that moment", async () => {
      await capture(db, at("2026-05-15"));
      const day = "2026-05-15";
      expect(
        (await listListingsOn(db, { date: day, scope: "makers" })).map(({ providerId, inputPrice }) => [providerId, inputPrice]),
      ).toEqual([
        ["anthropic", 5],
        ["meta", null],
      ]);
      expect((await listListingsOn(db, { date: day, scope: "all" })).length).toBe(3);
      expect((await listScoresOn(db, day)).map(({ benchmark, score }) => [benchmark, score])).toEqual([
        ["gpqa_diamond", 87],
        ["swe_bench", 80.9],
      ]);
      expect((await listStatusSnapshot(db, day)).every(({ status }) => status === "operational")).toBe(true);
      expect(await listCrawlerSnapshot(db, day)).toEqual([{ date: day, bot: "GPTBot", hits: 40 }]);
      expect(await listGpuDays(db, "H100", day, day)).toMatchObject([{ cheapestOnDemandUsdHour: 2.5, providerCount: 1 }]);
    });

    test("golden: stores the attention of the day: anthropic 4 × 1 + 2 = 6, openai 1 + 0.05 × 40 = 3, half of it", async () => {
      await capture(db, at("2026-05-15"));
      expect((await listAttentionDay(db, "2026-05-15")).slice(0, 2)).toMatchObject([
        { provider: "anthropic", rank: 1, rawScore: 6, attentionScore: 100, news24h: 1, news7d: 2 },
        { provider: "openai", rank: 2, rawScore: 3, attentionScore: 50, news24h: 0, news7d: 1, agentHits: 40 },
      ]);
      expect((await listSources(db, "attention")).map(({ id, lastReadAt }) => [id, lastReadAt])).toEqual([
        ["attention/daily-index", at("2026-05-15", "06:58")],
      ]);
      expect((await listVersions(db)).filter(({ dataset }) => dataset === "history" || dataset === "attention").length).toBe(2);
    });

    test("captures the first day at any hour, so that history starts with the service", async () => {
      await readEverything(db, at("2026-05-15", "02:58"));
      expect(await capture(db, at("2026-05-15", "03:00"))).toMatchObject({ status: "done", counts: { pricing: 2, attention: 12 } });
      expect(await capture(db, at("2026-05-15"))).toMatchObject({ status: "done", counts: { pricing: "already captured" } });
    });

    test("captures a day once: a second run on the same day changes nothing", async () => {
      await capture(db, at("2026-05-15"));
      await storeListings(db, [opus({ inputPrice: 1 })], at("2026-05-15", "09:00"));
      const outcome = await capture(db, at("2026-05-15", "09:05"), true);
      expect(outcome).toMatchObject({ status: "done", counts: { pricing: "already captured", gpu: "already captured" } });
      expect((await listListingsOn(db, { date: "2026-05-15", scope: "makers" }))[0]?.inputPrice).toBe(5);
    });

    test("captures a day once when two runs race", async () => {
      const context = {
        db,
        http: unusedHttp(new AbortController().signal),
        now: at("2026-05-15"),
        signal: new AbortController().signal,
        log: () => undefined,
      };
      await Promise.all([captureSnapshots.run(context), captureSnapshots.run(context)]);
      expect((await db.select().from(snapshots)).length).toBe(SNAPSHOT_TYPES.length);
      expect(await countListingSpans(db)).toBe(3);
      expect((await listAttentionDay(db, "2026-05-15")).length).toBe(12);
    });
  });

  describe("when a source was not read", () => {
    test("captures nothing, says why and gives the slot back", async () => {
      const outcome = await capture(db, at("2026-05-15"));
      expect(outcome.status).toBe("skipped");
      expect(reasonOf(outcome)).toContain("pricing: models never read");
      expect(await listSnapshotDates(db)).toEqual([]);
    });

    test("does not capture a stale source, but captures the others", async () => {
      await readEverything(db, at("2026-05-15", "06:58"));
      await storeListings(db, [opus()], at("2026-05-14", "06:00"));
      await db.execute(
        sql`update sources set last_read_at = ${at("2026-05-14", "06:00").toISOString()}::timestamptz where dataset = 'models'`,
      );
      const outcome = await capture(db, at("2026-05-15"));
      expect(reasonOf(outcome)).toContain("pricing: models stale since 2026-05-14T06:00:00.000Z");
      expect(reasonOf(outcome)).toContain("benchmarks: 2");
      const captured = (await listSnapshotCoverage(db)).map(({ type }) => type);
      expect(captured.toSorted()).toEqual(["attention", "benchmarks", "capability", "gpu", "status"]);
    });

    test("leaves the day empty after midnight and captures the next one at its own time", async () => {
      await readEverything(db, at("2026-05-14", "06:58"));
      await capture(db, at("2026-05-14"));
      expect((await capture(db, at("2026-05-15"))).status).toBe("skipped");
      await readEverything(db, at("2026-05-16", "00:20"));
      expect(await capture(db, at("2026-05-16", "00:25"))).toMatchObject({
        status: "done",
        counts: { pricing: "due at 07:00", attention: "due at 07:00" },
      });
      await readEverything(db, at("2026-05-16", "06:58"));
      await capture(db, at("2026-05-16"));
      expect(await listSnapshotDates(db, "pricing")).toEqual(["2026-05-16", "2026-05-14"]);
      expect(await findSnapshot(db, "2026-05-16", "pricing")).toMatchObject({ takenAt: at("2026-05-16") });
    });

    test("captures the source once it is read later on the same day", async () => {
      await readEverything(db, at("2026-05-14", "06:00"));
      expect((await capture(db, at("2026-05-15"))).status).toBe("skipped");
      await readEverything(db, at("2026-05-15", "10:00"));
      expect(await capture(db, at("2026-05-15", "10:05"))).toMatchObject({ status: "done", counts: { pricing: 2 } });
      expect(await findSnapshot(db, "2026-05-15", "pricing")).toMatchObject({
        capturedAt: at("2026-05-15", "10:00"),
        takenAt: at("2026-05-15", "10:05"),
      });
    });

    test("does not capture a source that was read but is empty", async () => {
      await recordSourceOutcomes(db, [
        { source: "models/models.dev", dataset: "models", at: at("2026-05-15", "06:58"), fault: null },
        { source: "news/x", dataset: "news", at: at("2026-05-15", "06:58"), fault: null },
      ]);
      const reason = reasonOf(await capture(db, at("2026-05-15")));
      expect(reason).toContain("pricing: empty");
      expect(reason).toContain("attention: empty");
      expect(await listSnapshotDates(db)).toEqual([]);
    });

    test("does not wait for crawler hits", async () => {
      await readEverything(db, at("2026-05-15", "06:58"));
      expect(await capture(db, at("2026-05-15"))).toMatchObject({ status: "done", counts: { "agent-activity": "empty" } });
    });

    test("does not capture bundled GPU prices", async () => {
      await readEverything(db, at("2026-05-15", "06:58"));
      await db.execute(sql`update gpu_offers set is_live = false`);
      expect(reasonOf(await capture(db, at("2026-05-15")))).toContain("gpu: empty");
    });
  });
});
