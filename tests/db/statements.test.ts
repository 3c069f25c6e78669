import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planned, type PlannedValues } from "@/db/planned";
import { quotes } from "@/db/schema/money";
import { boolean, integer, orNull, rowsOf, run, text, time, valueOf } from "@/db/statements";
import type { TestDatabase } from "../support/stores/database";
import { forEachDriver } from "../support/stores/drivers";

const COLUMNS = {
  count: integer,
  name: text,
  isOpen: boolean,
  at: time,
  never: orNull(time),
  facts: valueOf<{ a: number }>(),
  units: quotes.units,
  createdAt: quotes.createdAt,
  creditedAt: quotes.creditedAt,
  status: quotes.status,
};
const MOMENT = new Date("2026-03-01T23:59:59.123Z");
const STATEMENT = sql`
  select 7::int8 as count, 'one' as name, true as "isOpen", ${MOMENT.toISOString()}::timestamptz as at, null::timestamptz as never,
    '{"a": 1}'::jsonb as facts, 9007199254740993::text as units, timestamptz '1999-03-01T00:00:00Z' as "createdAt",
    null::timestamptz as "creditedAt", 'open' as status`;

forEachDriver((open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  describe("the rows of a raw statement", () => {
    const expected = {
      count: 7,
      name: "one",
      isOpen: true,
      at: MOMENT,
      never: null,
      facts: { a: 1 },
      units: 9_007_199_254_740_993n,
      createdAt: new Date("1999-03-01T00:00:00Z"),
      creditedAt: null,
      status: "open",
    };

    test("are as declared", async () => {
      expect(await rowsOf(database.db, COLUMNS, STATEMENT)).toEqual([expected]);
    });

    test("are the same when the statement is planned once", async () => {
      const read = planned(COLUMNS, ({ most }: PlannedValues<{ most: number }>) => sql`${STATEMENT} limit ${most}::int`);
      expect([await read(database.db, { most: 1 }), await read(database.db, { most: 0 })]).toEqual([[expected], []]);
    });

    test.each([
      ["a missing column", sql`select 1 as count`, /"name" is undefined in a row of the statement: select 1 as count$/],
      ["a column too many", sql`select 1 as count, 'one' as name, 2 as more`, /"more" is not declared/],
      ["a value of another type", sql`select 1.5::numeric as count, 'one' as name`, /"count" is 1.5/],
      ["null where a value was declared", sql`select 1 as count, null::text as name`, /"name" is null/],
    ])("are refused under test for %s", async (_, statement, message) => {
      await expect(rowsOf(database.db, { count: integer, name: text }, statement)).rejects.toThrow(message);
    });

    test("are counted where only their number matters", async () => {
      expect(await run(database.db, sql`select from generate_series(1, 3)`)).toBe(3);
    });
  });
});
