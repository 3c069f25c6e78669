import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { findCursor } from "@/db/queries/money/transfers/transfers";
import { hashToken } from "@/lib/money/base/access-token";
import { createChain } from "@/lib/money/chain/chain";
import { createScreener } from "@/lib/money/chain/screener";
import { CHAIN_ID, USDC } from "../../support/money/chain";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { emptyLedger } from "../../support/money/ledger-world";
import { startRpcProxy, type RpcProxy } from "../../support/money/rpc-proxy";
import { openShop, refusedAs, requireBalancedBooks, type Shop } from "../../support/money/shop";
import { lacksAnvil } from "../../support/lacks";

const sumOf = async (db: Db, account: number, unit: string) =>
  (
    await rowsOf<{ sum: number }>(
      db,
      sql`select coalesce(sum(amount), 0)::int as sum from ledger_entries where account_id = ${account} and unit = ${unit}`,
    )
  )[0]?.sum;
const accountOf = async (db: Db) =>
  (
    await rowsOf<{ id: number; posted: number; held: number }>(
      db,
      sql`select id::int, posted::int, held::int from accounts where kind = 'customer' order by id desc limit 1`,
    )
  )[0];

describe.skipIf(lacksAnvil())("following the chain", () => {
  let shop: Shop;
  let database: TestDatabase;
  let proxy: RpcProxy;
  let db: Db;
  beforeAll(async () => {
    [shop, database] = await Promise.all([openShop(), openTestDatabase()]);
    proxy = await startRpcProxy(shop.local.url);
    db = database.db;
  });
  beforeEach(async () => {
    await emptyLedger(db);
    await db.execute(sql`delete from chain_cursors`);
    proxy.behave({ kind: "pass" });
  });
  afterEach(() => requireBalancedBooks(db));
  afterAll(async () => {
    await proxy?.stop();
    await database?.close();
    await shop?.stop();
  });

  const through = (...rpcUrls: string[]) =>
    createChain({ chainId: CHAIN_ID, rpcUrls, usdc: USDC, payTo: shop.local.payTo, timeoutMs: 400 });

  test("credits a quote's exact amount without a confirm, which then only collects the token", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(shop.local.buyers[0], quote.units);
    expect(await shop.scan(db)).toMatchObject({ credited: 1, failed: 0 });
    expect(await shop.scan(db)).toMatchObject({ credited: 0, transfers: 0 });
    const answer = await shop.confirm(db, { txHash, memo: quote.memo });
    expect([answer.balance, (await findTokenHolder(db, hashToken(answer.token ?? ""), new Date()))?.posted]).toEqual([50, 50]);
  });

  test("books a payment without a quote as unclaimed, for its payer to claim by signature", async () => {
    const [payer] = shop.local.buyers;
    await shop.scan(db);
    const before = await sumOf(db, -4, "usdc_base_unit");
    const txHash = await shop.pay(payer, 1_234_567n);
    expect(await shop.scan(db)).toMatchObject({ transfers: 1, credited: 0 });
    expect((await sumOf(db, -4, "usdc_base_unit")) ?? 0).toBe((before ?? 0) + 1_234_567);
    expect((await shop.confirm(db, { txHash, signature: await shop.provePayment(payer, txHash) })).balance).toBe(61);
    expect(await sumOf(db, -4, "usdc_base_unit")).toBe(before);
  });

  test("credits a payment within a day after expiry, and leaves a later one to its payer's signature", async () => {
    const quotedAt = await shop.now();
    const quotes = [await shop.quote(db), await shop.quote(db)] as const;
    await shop.local.setTime(new Date(quotedAt.getTime() + (1800 + 86_400 - 60) * 1000));
    await shop.pay(shop.local.buyers[0], quotes[0].units);
    await shop.local.setTime(new Date(quotedAt.getTime() + (1800 + 86_400 + 60) * 1000));
    const late = await shop.pay(shop.local.buyers[0], quotes[1].units);
    expect(await shop.scan(db)).toMatchObject({ credited: 1 });
    expect(await refusedAs(shop.confirm(db, { txHash: late, memo: quotes[1].memo }))).toBe("quote_expired");
  });

  test("leaves a quote for one call to the call for an hour, then credits it", async () => {
    const quote = await shop.quote(db, { requestedUnits: 20_000n, endpoint: "/api/premium/routing" });
    await shop.pay(shop.local.buyers[0], quote.units);
    expect(await shop.scan(db)).toMatchObject({ credited: 0 });
    expect(await shop.scan(db, { now: new Date((await shop.now()).getTime() + 3_700_000) })).toMatchObject({ credited: 1 });
    expect(await accountOf(db)).toMatchObject({ posted: 1 });
  });

  test("resumes after an outage where it stopped, without losing a block", async () => {
    await shop.scan(db, { chain: through(proxy.url) });
    const before = await findCursor(db, CHAIN_ID);
    const quote = await shop.quote(db);
    await shop.pay(shop.local.buyers[0], quote.units);
    for (const behaviour of [
      { kind: "cut" },
      { kind: "hang" },
      { kind: "status", status: 503 },
      { kind: "error", code: -32000, message: "busy" },
    ] as const) {
      proxy.behave(behaviour);
      await expect(shop.scan(db, { chain: through(proxy.url) })).rejects.toThrow(/endpoint/);
    }
    proxy.behave({ kind: "error", code: -32005, message: "limit" }, "eth_getLogs");
    await expect(shop.scan(db, { chain: through(proxy.url) })).rejects.toThrow("endpoint");
    expect(await findCursor(db, CHAIN_ID)).toEqual(before);
    proxy.behave({ kind: "pass" });
    expect(await shop.scan(db, { chain: through(proxy.url) })).toMatchObject({ credited: 1 });
  });

  test("changes nothing while two endpoints disagree", async () => {
    await shop.scan(db);
    const quote = await shop.quote(db);
    await shop.pay(shop.local.buyers[0], quote.units);
    proxy.behave({ kind: "lie", alter: () => [] }, "eth_getLogs");
    await expect(shop.scan(db, { chain: through(shop.local.url, proxy.url) })).rejects.toThrow("disagree");
    proxy.behave({ kind: "pass" });
    expect(await shop.scan(db, { chain: through(shop.local.url, proxy.url) })).toMatchObject({ credited: 1 });
  });

  test("starts the first scan a day back or at the configured block", async () => {
    const head = Number(await shop.local.client.getBlockNumber());
    expect(await shop.scan(db, { startBlock: head - 3 })).toMatchObject({ blocks: 3, behind: 0 });
  });

  test("catches up after a long downtime range by range", async () => {
    await shop.scan(db);
    const quote = await shop.quote(db);
    await shop.pay(shop.local.buyers[0], quote.units);
    await shop.local.mine(500);
    const bounds = { blocksPerRange: 60, rangesPerRun: 5 };
    const first = await shop.scan(db, { bounds });
    expect(first).toMatchObject({ blocks: 300, credited: 1 });
    expect(first.behind).toBeGreaterThan(200);
    expect(await shop.scan(db, { bounds })).toMatchObject({ behind: 0 });
  });

  test("takes back a payment whose block was reorganised away, and credits it again to the same account when it returns", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(shop.local.buyers[0], quote.units);
    const answer = await shop.confirm(db, { txHash, memo: quote.memo });
    await shop.scan(db);
    const raw = await shop.local.client.request({ method: "eth_getRawTransactionByHash" as never, params: [txHash] as never });
    await shop.local.reorg(8);
    await shop.deepen();
    expect(await shop.scan(db)).toMatchObject({ withdrawn: 1 });
    expect(await accountOf(db)).toMatchObject({ posted: 0 });
    expect([await sumOf(db, -5, "usdc_base_unit"), await sumOf(db, -3, "credit")]).toEqual([-(await unitsSeen(db)), 0]);
    expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("tx_not_confirmed");
    await shop.local.client.sendRawTransaction({ serializedTransaction: raw as `0x${string}` });
    await shop.deepen();
    expect(await shop.scan(db)).toMatchObject({ credited: 1 });
    expect(await accountOf(db)).toMatchObject({ posted: 50 });
    expect((await findTokenHolder(db, hashToken(answer.token ?? ""), new Date()))?.posted).toBe(50);
    expect((await shop.confirm(db, { txHash, memo: quote.memo })).balance).toBe(50);
  });

  test("books spent credits of a reorganised payment as receivable, keeps open holds, and repays the receivable first", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(shop.local.buyers[0], quote.units);
    await shop.confirm(db, { txHash, memo: quote.memo });
    const account = (await accountOf(db))?.id ?? 0;
    await db.execute(sql`update accounts set held = 5 where id = ${account}`);
    await db.execute(
      sql`insert into holds (id, account_id, credits, status, method, endpoint, created_at) values ('hold_a', ${account}, 5, 'reserved', 'GET', '/x', now())`,
    );
    await spend(db, account, 30);
    const raw = await shop.local.client.request({ method: "eth_getRawTransactionByHash" as never, params: [txHash] as never });
    await shop.local.reorg(8);
    await shop.deepen();
    expect(await shop.scan(db)).toMatchObject({ withdrawn: 1 });
    expect([await accountOf(db), await sumOf(db, -3, "credit")]).toEqual([{ id: account, posted: 5, held: 5 }, -35]);
    await shop.local.client.sendRawTransaction({ serializedTransaction: raw as `0x${string}` });
    await shop.deepen();
    expect(await shop.scan(db)).toMatchObject({ credited: 1 });
    expect([await accountOf(db), await sumOf(db, -3, "credit")]).toEqual([{ id: account, posted: 20, held: 5 }, 0]);
  });

  test("credits a payment that came back even if its call ended meanwhile", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(shop.local.buyers[0], quote.units);
    await shop.confirm(db, { txHash, memo: quote.memo });
    const raw = await shop.local.client.request({ method: "eth_getRawTransactionByHash" as never, params: [txHash] as never });
    await shop.local.reorg(8);
    await shop.deepen();
    expect(await shop.scan(db)).toMatchObject({ withdrawn: 1 });
    await db.execute(sql`update claims set state = 'spent' where tx_hash = ${txHash}`);
    await shop.local.client.sendRawTransaction({ serializedTransaction: raw as `0x${string}` });
    await shop.deepen();
    expect(await shop.scan(db)).toMatchObject({ credited: 1 });
    expect(await accountOf(db)).toMatchObject({ posted: 50 });
  });

  test("does not recheck a payment once its block is final", async () => {
    await shop.scan(db);
    const quote = await shop.quote(db);
    await shop.pay(shop.local.buyers[0], quote.units);
    await shop.scan(db);
    await shop.local.mine(200);
    expect((await shop.scan(db)).finalized).toBeGreaterThan(0);
    expect(await shop.scan(db)).toMatchObject({ finalized: 0, withdrawn: 0 });
  });

  test("books payments while sales are stopped or screening fails, and credits them afterwards", async () => {
    const quote = await shop.quote(db);
    await shop.pay(shop.local.buyers[0], quote.units);
    expect((await shop.scan(db, { isSelling: false })).credited).toBeUndefined();
    const silent = createScreener({ list: new Set(), chainalysis: { apiKey: "0123456789", url: "http://127.0.0.1:9", timeoutMs: 200 } });
    expect(await shop.scan(db, { screener: silent })).toMatchObject({ credited: 0, waiting: 1 });
    const listed = createScreener({ list: new Set([shop.local.buyers[0].address.toLowerCase()]), chainalysis: null });
    expect(await shop.scan(db, { screener: listed })).toMatchObject({ credited: 0, refused: 1 });
    expect(await shop.scan(db)).toMatchObject({ credited: 1 });
  });
});

const unitsSeen = async (db: Db) =>
  (await rowsOf<{ sum: number }>(db, sql`select coalesce(sum(units), 0)::int as sum from observed_transfers where gone_at is null`))[0]
    ?.sum ?? 0;

async function spend(db: Db, account: number, credits: number): Promise<void> {
  await db.execute(sql`
    with hold as (
      insert into holds (id, account_id, credits, status, method, endpoint, created_at) values ('hold_b', ${account}, ${credits}, 'captured', 'GET', '/x', now()) returning id
    ), movement as (
      insert into ledger_transactions (kind, at, external_ref) select 'usage', now(), 'usage:' || id from hold returning id
    ), entries as (
      insert into ledger_entries (transaction_id, account_id, unit, amount)
      select movement.id, side.account, 'credit', side.amount from movement, (values (${account}::bigint, ${-credits}::bigint), (-2::bigint, ${credits}::bigint)) as side (account, amount)
    )
    update accounts set posted = posted - ${credits} where id = ${account}`);
}
