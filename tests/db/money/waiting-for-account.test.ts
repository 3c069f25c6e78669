import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction, type Db } from "@/db/client";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { rowsOf } from "../../support/stores/rows-of";
import { createPostgresDatabase, type PostgresDatabase } from "../../support/stores/drivers";
import { capture, fundedAccount, release, reserveFor } from "../../support/money/paid-calls";

let database: PostgresDatabase;
let connection: Connection;
let db: Db;
beforeAll(async () => {
  database = await createPostgresDatabase(false);
  connection = await openConnection({ driver: "pg", url: database.url }, "");
  db = dbOf(connection);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const now = new Date("2026-05-15T12:00:00Z");
const later = new Date(now.getTime() + 120_000);
const WAITING = 3;

/** How many statements wait for the account's row in this database. */
async function countWaiting(): Promise<number> {
  const [row] = await rowsOf<{ waiting: number }>(
    db,
    sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.waiting ?? 0;
}

/** Steps that change the account's row, with their number of statements. Only calls of one moment share a statement. */
const STEPS: [string, number, (token: string, holdId: string) => Promise<unknown>][] = [
  ["calls", 1, async (token) => (await reserveFor(db, { token, now: later }))?.isHeld],
  ["charges within transactions", WAITING, (_, holdId) => inTransaction(db, (tx) => capture(tx, holdId, later))],
  ["waived calls", WAITING, (_, holdId) => release(db, holdId, later)],
];

test.each(STEPS)(
  "%s that wait for one account, which another transaction changes meanwhile, all get their turn",
  async (_, statements, step) => {
    const { accountId, token } = await fundedAccount(db, 20, now);
    const holds = await Promise.all(Array.from({ length: WAITING }, () => reserveFor(db, { token, now })));
    let waiting: Promise<unknown[]> = Promise.resolve([]);
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`update accounts set name = 'changed' where id = ${accountId}`);
      waiting = Promise.all(holds.map((held) => step(token, held?.holdId ?? "")));
      waiting.catch(() => undefined);
      await expect.poll(countWaiting).toBe(statements);
    });
    expect(await waiting).toEqual(holds.map(() => true));
  },
);
