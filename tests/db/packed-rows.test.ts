import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "@/db/client";
import { readPacked, type Pack } from "@/db/packed-rows";
import { openTestDatabase, type TestDatabase } from "../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let readings = 0;

/** Packs a list of texts with a number and a truth beside each. */
async function packedOf(given: readonly string[]): Promise<string[][]> {
  readings = 0;
  const { texts } = await readPacked([sql`text`, sql`position / 8.0::float8`, sql`position > 1`], async (pack) => {
    readings += 1;
    const [found] = await rowsOf<Pack>(database.db, sql`select count(*)::int as count, ${pack} as pack from jsonb_array_elements_text(${JSON.stringify(given)}::jsonb) with ordinality as given(text, position)`);
    return found ?? { count: 0, pack: null };
  });
  return Array.from({ length: texts.length / 3 }, (_, row) => texts.slice(3 * row, 3 * row + 3));
}

describe("packed rows", () => {
  test("are text as it is, numbers as Number reads them, truths as t and f", async () => {
    expect(await packedOf(["a\tb\nc", "", "\u00e9 'x'", "\u001e"])).toEqual([["a\tb\nc", "0.125", "f"], ["", "0.25", "t"], ["\u00e9 'x'", "0.375", "t"], ["\u001e", "0.5", "t"]]);
    expect(readings).toBe(1);
  });

  test("of nothing are none", async () => {
    expect([await packedOf([]), readings]).toEqual([[], 1]);
  });

  test("a text with the mark that parts texts makes no row and no column", async () => {
    for (const hostile of ["x\u001f1\u001f9\u001ft", "x\u001f1", "\u001f", "\u001f\u001f\u001f"]) {
      const plain = hostile.replace(/\p{Cc}/gu, "");
      expect(await packedOf(["before", hostile, "after"])).toEqual([["before", "0.125", "f"], [plain, "0.25", "t"], ["after", "0.375", "t"]]);
      expect(readings).toBe(2);
    }
  });
});
