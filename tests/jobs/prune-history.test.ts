import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { pruneHistory } from "@/jobs/prune-history";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

test("the embedded database gets a checkpoint, so that its write-ahead log does not grow", async () => {
  const redo = async () =>
    (await rowsOf<{ redo: string }>(database.db, sql`select redo_lsn::text as redo from pg_control_checkpoint()`))[0]?.redo;
  await database.db.execute(sql`create table written as select generate_series(1, 1000) n`);
  const before = await redo();
  const context = { db: database.db, now: new Date(), signal: new AbortController().signal, log: () => undefined, http: null as never };
  expect(await pruneHistory.run(context)).toMatchObject({ status_polls: 0, watches: 0 });
  expect(await redo()).not.toBe(before);
});
