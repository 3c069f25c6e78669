import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { listSnapshots, findSnapshot } from "@/db/queries/history/history";
import { countListingsOn, listListingsOn, pricedSpanPages, SPANS_PAGE } from "@/db/queries/history/listing-history";
import { listAllScores, listScoresOn } from "@/db/queries/models/scores/score-history";
import { listStatusDays } from "@/db/queries/status/status";
import { seededRandom } from "@/lib/server/seed/rng";
import { capturedDays } from "@/lib/server/seed/history/captured-days";
import { plantHistory, type PlantedHistory } from "@/lib/server/seed/history/plant";
import { countSpansByDay, spansOfLife } from "@/lib/server/seed/history/spans";
import { captureSnapshots } from "@/jobs/capture-snapshots/capture-snapshots";
import { statusPages } from "@/lib/catalogs/status-pages";
import { addDays } from "@/lib/domain/basics/date-range";
import { spanColumns, valuesOn } from "@/lib/domain/history/span-columns";
import { spansByDay } from "@/lib/domain/history/history-spans";
import { createSourceHttp } from "@/lib/sources/http/http";
import { allOf } from "../support/server/all-pages";
import { inventedModels, THREE_YEARS } from "../support/history/three-years";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { memoryInProcess } from "../support/sources/source-server";
import { inTier } from "../support/lacks";
import { listTransitions } from "../support/stores/stored-rows";

const NOW = new Date("2026-06-20T12:00:00Z");
const DAYS = inTier(40, 60);

describe("captured days", () => {
  test("cover three years with a few days missing", () => {
    const days = capturedDays("2026-06-20", THREE_YEARS.days);
    expect([days.at(-1), (days[0] as string) < "2023-06-20", days.length]).toEqual(["2026-06-20", true, THREE_YEARS.days - 3]);
    expect(new Set(days).size).toBe(days.length);
  });
});

describe("the spans of a value's life", () => {
  const days = capturedDays("2026-06-20", 400);
  const life = { value: 100, first: 10, last: days.length - 1, endsOn: null, pace: 7, before: (value: number) => value - 1 };

  test("cover each day exactly once, differ from one to the next, and end with the current value", () => {
    const spans = spansOfLife(days, life, seededRandom(1));
    expect(spans[0]).toMatchObject({ value: 100, lastDate: null });
    const byDay = spansByDay(spans, days);
    expect(byDay.map(({ date }) => date)).toEqual(days.slice(10));
    expect(
      days.slice(10).every((date) => spans.filter((span) => span.firstDate <= date && (span.lastDate ?? date) >= date).length === 1),
    ).toBe(true);
    expect(spans.length).toBeGreaterThan(20);
    expect([...countSpansByDay(days, spans).values()]).toEqual(days.map((_, index) => (index < 10 ? 0 : 1)));
  });
});

describe("a planted history", () => {
  let database: TestDatabase;
  let planted: PlantedHistory;
  beforeAll(async () => {
    database = await openTestDatabase();
    planted = await plantHistory(database.db, { days: DAYS, invented: inventedModels(40) }, NOW);
  });
  afterAll(() => database.close());

  test("counts in each snapshot the prices of its day", async () => {
    const { db } = database;
    const snapshots = await listSnapshots(db, "pricing");
    expect(snapshots.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(planted.pricePoints);
    for (const date of [snapshots[0]?.date, snapshots[10]?.date, "2026-06-20"] as string[]) {
      const [pricing, models] = [await findSnapshot(db, date, "pricing"), await findSnapshot(db, date, "models")];
      const listed = await listListingsOn(db, { date, scope: "all" });
      expect([pricing?.rowCount, models?.rowCount]).toEqual([
        listed.filter(({ inputPrice, outputPrice }) => inputPrice !== null && outputPrice !== null).length,
        await countListingsOn(db, date),
      ]);
    }
  });

  test("has prices of makers' models for every day, and they change", async () => {
    const { db } = database;
    const [first, last] = [
      await listListingsOn(db, { date: addDays("2026-06-20", 1 - DAYS), scope: "makers" }),
      await listListingsOn(db, { date: "2026-06-20", scope: "makers" }),
    ];
    expect(last.length).toBeGreaterThan(500);
    expect(first.length).toBeGreaterThanOrEqual(last.length);
    const were = new Map(first.map((span) => [`${span.providerId}/${span.modelKey}`, span.inputPrice]));
    expect(last.filter((span) => were.get(`${span.providerId}/${span.modelKey}`) !== span.inputPrice).length).toBeGreaterThan(100);
  });

  test("reads the same over several pages as day by day", async () => {
    const { db } = database;
    const [priced, scored] = [await allOf(pricedSpanPages(db)), await listAllScores(db)];
    expect(priced.length).toBeGreaterThan(2 * SPANS_PAGE);
    const [prices, scores] = [spanColumns(priced), spanColumns(scored)];
    for (const date of [addDays("2026-06-20", 1 - DAYS), addDays("2026-06-20", -10), "2026-06-20"]) {
      const listed = (await listListingsOn(db, { date, scope: "all" })).filter(
        ({ inputPrice, outputPrice }) => inputPrice !== null && outputPrice !== null,
      );
      const spans = ({
        providerId,
        modelId,
        name,
        inputPrice,
        outputPrice,
        isMakersListing,
      }: (typeof listed)[number] | (typeof prices.values)[number]) =>
        [providerId, modelId, name, inputPrice, outputPrice, isMakersListing].join("|");
      expect(valuesOn(prices, date).map(spans).sort()).toEqual(listed.map(spans).sort());
      const scoreTold = ({ benchmarkKey, benchmark, name, makerId, score }: (typeof scores.values)[number]) =>
        [benchmarkKey, benchmark, name, makerId, score].join("|");
      expect(valuesOn(scores, date).map(scoreTold).sort()).toEqual((await listScoresOn(db, date)).map(scoreTold).sort());
    }
  });

  test("equals what captures write: the next day's capture adds no span", async () => {
    const { db } = database;
    const count = async () =>
      (
        await rowsOf<{ listings: number; scores: number }>(
          db,
          sql`select (select count(*)::int from listing_spans) as listings, (select count(*)::int from score_spans) as scores`,
        )
      )[0];
    const before = await count();
    const { signal } = new AbortController();
    const outcome = await captureSnapshots.run({
      db,
      http: createSourceHttp({ memory: memoryInProcess(), userAgent: "t", signal }),
      now: new Date("2026-06-21T07:00:00Z"),
      signal,
      log: () => undefined,
    });
    expect(JSON.stringify(outcome)).toMatch(/pricing: \d+|"pricing":\d+/);
    expect(await count()).toEqual(before);
  });

  test("has a class for every day of every service, and the transitions between them", async () => {
    const { db } = database;
    const services = statusPages.map(({ id }) => id);
    const days = await listStatusDays(db, services, "2020-01-01", "2026-06-20");
    expect(days.length).toBe(DAYS * services.length);
    const changes = await listTransitions(db, services, new Date(0));
    const bad = new Set(days.filter(({ status }) => status !== "operational").map(({ service, date }) => `${service} ${date}`));
    expect(bad.size).toBeGreaterThan(20);
    expect(new Set(changes.map(({ service, at }) => `${service} ${at.toISOString().slice(0, 10)}`))).toEqual(bad);
  });
});
