import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resolveWatchedModels } from "@/lib/watches/evaluate/resolve-watched-models";
import { EMPTIED, opus, storeListings } from "../../support/history/daily-world";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { aWatch, WATCH_TABLES, watchRow } from "../../support/watches/watches";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql.raw(`truncate ${WATCH_TABLES}`));
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
});

const NOON = new Date("2026-05-15T12:00:00Z");
const watchOn = (model: string, subjects: string[]) =>
  aWatch(database.db, {
    createdAt: NOON,
    spec: { type: "price", model, field: "inputPrice", op: "lt", threshold: 5 },
    subjects,
    lastValue: 6,
  });

describe("the model of a watch", () => {
  test("stays the listing that a family's name meant at registration, also when that is withdrawn and a newer one comes", async () => {
    const watch = await watchOn("opus", ["anthropic/claude-opus-4-4"]);
    await storeListings(database.db, [opus()], NOON);
    expect(await resolveWatchedModels(database.db, NOON)).toBe(0);
    expect((await watchRow(database.db, watch.id)).subjects).toEqual(["anthropic/claude-opus-4-4"]);
  });

  test("is found by the parts of its name once a listing comes", async () => {
    const watch = await watchOn("4.5 opus", []);
    await storeListings(database.db, [opus()], NOON);
    expect(await resolveWatchedModels(database.db, NOON)).toBe(1);
    expect((await watchRow(database.db, watch.id)).subjects).toEqual(["anthropic/claude-opus-4-5"]);
  });
});
