import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { at, type Db } from "@/db/client";
import type { PlannedValues } from "@/db/planned";
import { integer, rowsOf as declaredRowsOf, time } from "@/db/statements";
import { rowsOf } from "../../support/stores/rows-of";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { withSettlerLock } from "@/db/queries/money/call/settler-lock";
import { createPostgresDatabase, type PostgresDatabase } from "../../support/stores/drivers";
import { SESSIONS } from "../../support/stores/pgbouncer";
import { lacksPgbouncer } from "../../support/lacks";

/** A fresh copy of the module, as another process with another release has. */
function freshPlanned() {
  vi.resetModules();
  return import("@/db/planned");
}

describe.skipIf(lacksPgbouncer())("a pooler with a session per transaction", () => {
  let database: PostgresDatabase;
  const open: Connection[] = [];
  beforeAll(async () => {
    database = await createPostgresDatabase(true);
  });
  afterAll(async () => {
    for (const connection of open) await connection.close();
    await database.drop();
  });

  const connect = async (): Promise<Db> => {
    const connection = await openConnection({ driver: "pg", url: database.url }, "");
    open.push(connection);
    return dbOf(connection);
  };

  const release = async (base: number) => {
    const { cachePlans, planned } = await freshPlanned();
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const db = await connect();
    cachePlans(db, pool);
    const add = planned({ sum: integer }, ({ n }: PlannedValues<{ n: number }>) => sql`select ${sql.raw(String(base))} + ${n}::int as sum`);
    return { pool, sumWith: async (n: number) => (await add(db, { n }))[0]?.sum };
  };

  test("never runs a statement with another process's plan of another statement", async () => {
    const [one, hundred] = [await release(1), await release(100)];
    expect(await one.sumWith(1)).toBe(2);
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query("begin");
    expect(await hundred.sumWith(1)).toBe(101);
    expect(await one.sumWith(2)).toBe(3);
    await holder.query("commit");
    for (let n = 0; n < 20; n++) expect(await Promise.all([one.sumWith(n), hundred.sumWith(n)])).toEqual([1 + n, 100 + n]);
    await holder.end();
    for (const { pool } of [one, hundred]) await pool.end();
  });

  test("gives a waiting settler no session that the settling one needs", async () => {
    const processes = await Promise.all(Array.from({ length: SESSIONS * 3 }, connect));
    let settling = 0;
    const settled: number[] = [];
    await Promise.all(
      processes.map((db, n) =>
        withSettlerLock(db, async () => {
          expect(++settling).toBe(1);
          await rowsOf(db, sql`select pg_sleep(0.2)`);
          settled.push(n);
          settling--;
        }),
      ),
    );
    expect(settled.toSorted()).toEqual(processes.map((_, n) => n));
  });

  test("reads a time correctly although the session has another time zone", async () => {
    const db = await connect();
    const moment = new Date("2026-03-01T23:59:59.123Z");
    const [row] = await rowsOf<{ zone: string; moment: string }>(
      db,
      sql`select current_setting('timezone') as zone, ${at(moment)} as moment`,
    );
    expect(row).toEqual({ zone: "Asia/Kathmandu", moment: "2026-03-02 05:44:59.123+05:45" });
    expect(await declaredRowsOf(db, { moment: time }, sql`select ${at(moment)} as moment`)).toEqual([{ moment }]);
  });
});
