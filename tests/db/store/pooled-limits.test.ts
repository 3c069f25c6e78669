import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTransaction, type Db } from "@/db/client";
import { dbOf, openConnection } from "@/db/connection";
import { lacksPgbouncer } from "../../support/lacks";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { rowsOf } from "../../support/stores/rows-of";

const limitsOf = async (db: Db): Promise<string[]> => {
  const names = sql`('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`;
  const rows = await rowsOf<{ setting: string }>(db, sql`select setting from pg_settings where name in ${names} order by name`);
  return rows.map(({ setting }) => setting);
};

describe.skipIf(lacksPgbouncer())("behind a pooler that refuses settings at the start of a connection", () => {
  test("each transaction has the limits, and leaves none behind in the pooler's connection", async () => {
    const database = await createPostgresDatabase(true);
    const connection = await openConnection({ driver: "pg", url: database.url }, "");
    const db = dbOf(connection);
    const asked = await Promise.all(Array.from({ length: 12 }, () => limitsOf(db)));
    expect(new Set(asked.map(String))).toEqual(new Set(["0,0,0"]));
    expect(await inTransaction(db, limitsOf)).toEqual(["60000", "10000", "60000"]);
    expect(await limitsOf(db)).toEqual(["0", "0", "0"]);
    await connection.close();
    await database.drop();
  });
});
