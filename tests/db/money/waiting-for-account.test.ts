import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction, type Db } from "@/db/client";
import { dbOf, openConnection, type Connection } from "@/db/connection";
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

/** What changes the account's row. */
const STEPS: [string, (token: string, holdId: string) => Promise<unknown>][] = [
  ["calls", async (token) => (await reserveFor(db, { token, now: later }))?.isHeld],
  ["charges within transactions", (_, holdId) => inTransaction(db, (tx) => capture(tx, holdId, later))],
  ["waived calls", (_, holdId) => release(db, holdId, later)],
];

test.each(STEPS)("%s that wait for one account, which another transaction changes meanwhile, all get their turn", async (_, step) => {
  const { accountId, token } = await fundedAccount(db, 20, now);
  const holds = await Promise.all(Array.from({ length: WAITING }, () => reserveFor(db, { token, now })));
  let waiting: Promise<unknown[]> = Promise.resolve([]);
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`update accounts set name = 'changed' where id = ${accountId}`);
    waiting = Promise.all(holds.map((held) => step(token, held?.holdId ?? "")));
    waiting.catch(() => undefined);
    await delay(300);
  });
  expect(await waiting).toEqual(holds.map(() => true));
});
