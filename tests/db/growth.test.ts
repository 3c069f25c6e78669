import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GROWTH } from "./growth";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { rowsOf } from "../support/stores/rows-of";

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

test("of every table it is said what makes it grow and what ends it", async () => {
  const tables = await rowsOf<{ name: string }>(
    database.db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  expect(Object.keys(GROWTH).toSorted()).toEqual(tables.map(({ name }) => name));
});
