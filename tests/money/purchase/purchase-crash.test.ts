import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { lastLineOf, runScript } from "../../support/server/server";
import { faultsOf, openShop, type Shop } from "../../support/money/shop";
import { lacksAnvil } from "../../support/lacks";

describe.skipIf(lacksAnvil())("a process that is killed while it confirms a purchase", () => {
  let shop: Shop;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let connection: Connection;
  let db: Db;
  beforeAll(async () => {
    [shop, database] = await Promise.all([openShop(), createPostgresDatabase()]);
    connection = await openConnection({ driver: "pg", url: database.url }, "");
    db = dbOf(connection);
  });
  afterAll(async () => {
    await connection?.close();
    await database?.drop();
    await shop?.stop();
  });

  const confirmIn = (variables: Record<string, string>, txHash: string, memo: string) =>
    runScript("tests/support/money/confirm-payment.ts", { ...shop.local.environment(), DATABASE_URL: database.url, ...variables }, [
      txHash,
      memo,
    ]);
  const purchasesOf = async (txHash: string) =>
    (await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from purchases where tx_hash = ${txHash}`))[0]?.count;

  test.each([
    ["confirm:verified", 0],
    ["confirm:claimed", 0],
    ["confirm:credited", 1],
  ])("at %s leaves balanced books, and the same proof then gives the token of one purchase", async (step, credited) => {
    const quote = await shop.quote(db, { now: new Date(), caller: step });
    const txHash = await shop.pay(shop.local.buyers[0], quote.units);
    await expect(confirmIn({ CRASH_AT: step }, txHash, quote.memo)).rejects.toThrow("ended with null");
    expect([await purchasesOf(txHash), await faultsOf(db)]).toEqual([credited, []]);
    const answer = JSON.parse(lastLineOf(await confirmIn({}, txHash, quote.memo))) as Record<string, unknown>;
    expect(answer).toMatchObject({ ok: true, credits: 50, balance: 50, token: expect.stringMatching(/^aed_live_/) });
    expect([await purchasesOf(txHash), await faultsOf(db)]).toEqual([1, []]);
  });
});
