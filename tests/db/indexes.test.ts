import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("no GIN index keeps a pending list, which some later statement would have to flush", async () => {
  const indexes = await rowsOf<{ name: string; options: string }>(
    database.db,
    sql`select c.relname as name, coalesce(array_to_string(c.reloptions, ','), '') as options from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'gin' order by c.relname`,
  );
  expect(indexes.map(({ name }) => name)).toEqual(expect.arrayContaining(["articles_categories", "articles_providers"]));
  expect(indexes.filter(({ options }) => !/fastupdate=(?:false|off)/.test(options))).toEqual([]);
});
