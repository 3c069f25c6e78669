import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { openGaslessShop, type GaslessShop } from "../../support/money/gasless-shop";
import { faultsOf } from "../../support/money/shop";
import { lastLineOf, runScript } from "../../support/server/server";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { rowsOf } from "../../support/stores/rows-of";
import { lacksAnvil } from "../../support/lacks";

describe.skipIf(lacksAnvil())("a process that is killed while it sends a purchase's signed transfer", () => {
  let shop: GaslessShop;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let connection: Connection;
  let db: Db;
  beforeAll(async () => {
    [shop, database] = await Promise.all([openGaslessShop(), createPostgresDatabase()]);
    connection = await openConnection({ driver: "pg", url: database.url }, "");
    db = dbOf(connection);
  });
  afterAll(async () => {
    await connection?.close();
    await database?.drop();
    await shop?.stop();
  });

  const submitIn = (variables: Record<string, string>, body: string) =>
    runScript(
      "tests/support/money/submit-gasless.ts",
      { ...shop.local.environment(), X402_SETTLER_KEY: shop.local.settlerKey, DATABASE_URL: database.url, ...variables },
      [body],
    );

  test.each([
    ["gasless:claimed", 0n],
    ["gasless:noted", 0n],
    ["gasless:settled", 1n],
  ])("at %s leaves balanced books, and the same request then moves the money once", async (step, moved) => {
    const quote = await shop.quote(db, { requestedUnits: 5_000_000n, now: new Date(), caller: step });
    const payer = await shop.etherless(50_000_000n);
    const { payer: from, to, value, validAfter, validBefore, nonce, signature } = await shop.signed(db, quote.memo, payer);
    const authorization = { from, to, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}`, nonce };
    const body = JSON.stringify({ memo: quote.memo, authorization, signature });
    await expect(submitIn({ CRASH_AT: step }, body)).rejects.toThrow("ended with null");
    expect([await shop.local.balanceOf(payer.address), await faultsOf(db)]).toEqual([50_000_000n - moved * quote.units, []]);
    const early = JSON.parse(lastLineOf(await submitIn({}, body))) as Record<string, unknown>;
    expect(early).toMatchObject({ ok: false, error: "payment_in_flight", retryable: true });
    await db.execute(sql`update x402_authorizations set lease_until = now() - interval '1 second' where payer = ${from}`);
    const answer = JSON.parse(lastLineOf(await submitIn({}, body))) as Record<string, unknown>;
    expect(answer).toMatchObject({ ok: true, state: "submitted", amount_base_units: quote.units.toString() });
    expect(await shop.local.balanceOf(payer.address)).toBe(50_000_000n - quote.units);
    expect((await shop.collect(db, quote.memo)).balance).toBe(275);
    expect(await rowsOf(db, sql`select state, tx_hash as hash from x402_authorizations where payer = ${from}`)).toEqual([
      { state: "settled", hash: answer.tx_hash },
    ]);
    expect(await faultsOf(db)).toEqual([]);
  });
});
