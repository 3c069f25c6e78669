import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import type { Db } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { settleInTurn } from "@/lib/money/base/settle-in-turn";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { sql } from "drizzle-orm";

let connection: Connection;
let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createPostgresDatabase();
  drop = database.drop;
  connection = await openConnection({ driver: "pg", url: database.url }, "");
  db = dbOf(connection);
});
afterAll(async () => {
  await connection.close();
  await drop();
});

const LOCK = sql`hashtextextended('x402-settler', 0)`;
const isLocked = async () => (await rowsOf(db, sql`select 1 from pg_locks where locktype = 'advisory' and granted`)).length > 0;

test("settles many payments concurrently in one turn with one connection, then releases the lock", async () => {
  const inTurn = settleInTurn(db);
  let running = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      inTurn(async () => {
        most = Math.max(most, ++running);
        expect(await isLocked()).toBe(true);
        running--;
        return index;
      }),
    ),
  );
  expect([results.length, most > 1]).toEqual([30, true]);
  while (await isLocked()) await delay(5);
});

test("settles nothing during another process's turn, and a failed task fails alone", async () => {
  const inTurn = settleInTurn(db);
  const order: string[] = [];
  const release = await new Promise<() => void>((resolve) => {
    void db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      await new Promise<void>((end) => resolve(end));
    });
  });
  const waiting = [inTurn(async () => void order.push("settled")), inTurn(() => Promise.reject(new Error("no gas")))];
  const outcomes = Promise.allSettled(waiting);
  await db.execute(sql`select 1`);
  order.push("released");
  release();
  expect((await outcomes).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(order).toEqual(["released", "settled"]);
  expect(await inTurn(async () => "again")).toBe("again");
});
