import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { listSnapshotDates } from "@/db/queries/history/history";
import { listCapturedListings, listListingsOn, listListingSpans } from "@/db/queries/history/listing-history";
import { deleteModelListings } from "@/db/queries/models/models";
import { listScoreSpans } from "@/db/queries/models/scores/score-history";
import { listingSpans } from "@/db/schema/history";
import { addDays } from "@/lib/domain/basics/date-range";
import { spansByDay } from "@/lib/domain/history/history-spans";
import { at, capture, countListingSpans } from "../support/history/run-capture";
import { EMPTIED, hostedOpus, opus, readEverything, storeGpuOffer, storeListings, storeOpusScores } from "../support/history/daily-world";
import type { TestDatabase } from "../support/stores/database";
import { forEachDriver } from "../support/stores/drivers";

forEachDriver((open) => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await open();
    db = database.db;
  });
  afterAll(() => database.close());
  beforeEach(() => db.execute(sql.raw(`truncate ${EMPTIED}`)));

  const prices = async (from: string, to: string) => {
    const spans = await listListingSpans(db, "anthropic", ["claude-opus-4-5"], { from, to });
    const dates = (await listSnapshotDates(db, "pricing")).filter((date) => date >= from && date <= to);
    return spansByDay(spans, dates).map(({ date, value }) => [date, value.inputPrice]);
  };

  test("writes no row for an unchanged price and keeps both prices of a changed one", async () => {
    for (const [date, inputPrice] of [
      ["2026-05-10", 5],
      ["2026-05-11", 5],
      ["2026-05-12", 4],
    ] as const) {
      await readEverything(db, at(date, "06:50"));
      await storeListings(db, [opus({ inputPrice })], at(date, "06:58"));
      await capture(db, at(date));
    }
    expect(await prices("2026-05-10", "2026-05-12")).toEqual([
      ["2026-05-10", 5],
      ["2026-05-11", 5],
      ["2026-05-12", 4],
    ]);
    expect(await countListingSpans(db)).toBe(4);
  });

  test("leaves a missed day empty between two captured ones", async () => {
    await readEverything(db, at("2026-05-10", "06:58"));
    await capture(db, at("2026-05-10"));
    await capture(db, at("2026-05-12"));
    await readEverything(db, at("2026-05-13", "06:58"));
    await capture(db, at("2026-05-13"));
    expect(await prices("2026-05-09", "2026-05-14")).toEqual([
      ["2026-05-10", 5],
      ["2026-05-13", 5],
    ]);
  });

  test("keeps the days and the name of a removed listing", async () => {
    await readEverything(db, at("2026-05-10", "06:58"));
    await capture(db, at("2026-05-10"));
    await readEverything(db, at("2026-05-11", "06:50"));
    await deleteModelListings(db, [{ providerId: "anthropic", modelKey: "claude-opus-4-5" }]);
    await capture(db, at("2026-05-11"));
    expect(await prices("2026-05-10", "2026-05-11")).toEqual([["2026-05-10", 5]]);
    expect(await listCapturedListings(db)).toContainEqual({
      providerId: "anthropic",
      modelId: "claude-opus-4-5",
      name: "Claude Opus 4.5",
      isMakersListing: true,
    });
  });

  test("completes the rows of a run that died, which are not visible before", async () => {
    await readEverything(db, at("2026-05-10", "06:58"));
    await capture(db, at("2026-05-10"));
    await readEverything(db, at("2026-05-11", "06:50"));
    const [span] = await db
      .select()
      .from(listingSpans)
      .where(sql`provider_id = 'anthropic'`);
    await db.execute(sql`update listing_spans set last_date = '2026-05-10' where provider_id = 'anthropic'`);
    await db
      .insert(listingSpans)
      .values({ ...(span as typeof listingSpans.$inferSelect), firstDate: "2026-05-11", inputPrice: 99, hash: "half written" });
    expect(await prices("2026-05-10", "2026-05-11")).toEqual([["2026-05-10", 5]]);
    await capture(db, at("2026-05-11"));
    expect(await prices("2026-05-10", "2026-05-11")).toEqual([
      ["2026-05-10", 5],
      ["2026-05-11", 5],
    ]);
  });

  test("keeps both values of a changed score", async () => {
    for (const [date, score] of [
      ["2026-05-10", 70],
      ["2026-05-11", 73.4],
    ] as const) {
      await readEverything(db, at(date, "06:50"));
      await storeOpusScores(db, { swe_bench: score }, at(date, "06:58"));
      await capture(db, at(date));
    }
    const spans = await listScoreSpans(db, "anthropic/claude-opus-4-5", "swe_bench", { from: "2026-05-10", to: "2026-05-11" });
    expect(spans.map(({ firstDate, lastDate, score }) => [firstDate, lastDate, score])).toEqual([
      ["2026-05-10", "2026-05-10", 70],
      ["2026-05-11", null, 73.4],
    ]);
  });

  test("writes nothing for a day before the last captured one", async () => {
    await readEverything(db, at("2026-05-15", "06:58"));
    await capture(db, at("2026-05-15"));
    await storeGpuOffer(db, at("2026-05-14", "06:58"));
    const outcome = await capture(db, at("2026-05-14"));
    expect(outcome).toMatchObject({ counts: { pricing: "later days are captured, up to 2026-05-15" } });
    expect(await listSnapshotDates(db)).toEqual(["2026-05-15"]);
  });

  test("captures two thousand listings and writes only the changed ones on the second day", async () => {
    const many = Array.from({ length: 2000 }, (_, index) => hostedOpus({ modelId: `model-${String(index).padStart(4, "0")}` }));
    for (const [day, changed] of [
      [0, 0],
      [1, 3],
    ] as const) {
      const date = addDays("2026-05-10", day);
      await storeListings(
        db,
        many.map((listing, index) => (index < changed ? { ...listing, outputPrice: 1 } : listing)),
        at(date, "06:58"),
      );
      await capture(db, at(date));
    }
    expect(await countListingSpans(db)).toBe(2003);
    expect((await listListingsOn(db, { date: "2026-05-11", scope: "all" })).filter(({ outputPrice }) => outputPrice === 1).length).toBe(3);
  });
});
