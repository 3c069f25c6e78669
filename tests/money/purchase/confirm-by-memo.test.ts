import { afterEach, afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { openAccount } from "@/db/queries/money/ledger/ledger";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { createChain } from "@/lib/money/chain/chain";
import { createScreener } from "@/lib/money/chain/screener";
import { confirmByMemo } from "@/lib/money/purchase/confirm-by-memo";
import type { ConfirmSetup } from "@/lib/money/purchase/confirm-purchase";
import { hashToken } from "@/lib/money/base/access-token";
import { ApiError } from "@/lib/errors";
import { DAY_MS } from "@/lib/domain/basics/time";
import { CHAIN_ID, USDC } from "../../support/money/chain";
import { openShop, refusedAs, requireBalancedBooks, SITE, type Shop } from "../../support/money/shop";
import { startRpcProxy } from "../../support/money/rpc-proxy";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { rowsOf } from "../../support/stores/rows-of";
import { lacksAnvil } from "../../support/lacks";
import { sql } from "drizzle-orm";

describe.skipIf(lacksAnvil())("confirming by memo alone", () => {
  let shop: Shop;
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    [shop, database] = await Promise.all([openShop(), openTestDatabase()]);
    db = database.db;
  });
  afterEach(() => requireBalancedBooks(db));
  afterAll(async () => {
    await database?.close();
    await shop?.stop();
  });

  const buyers = () => shop.local.buyers;
  type Asked = { memo: string; signature?: string | null; accountId?: number | null };
  const byMemo = async ({ memo, signature = null, accountId = null }: Asked, setup: Partial<ConfirmSetup> = {}) =>
    confirmByMemo(
      { db, chain: shop.chain, screener: shop.screener, baseUrl: SITE, now: await shop.now(), ...setup },
      { memo, signature, accountId },
      0,
    );
  const refusalOf = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      if (error instanceof ApiError) return { code: error.code, status: error.status, ...error.details };
      throw error;
    }
    throw new Error("not refused");
  };
  const balanceOf = async (token: string | null) => {
    const holder = token === null ? null : await findTokenHolder(db, hashToken(token), new Date());
    return holder ? holder.posted - holder.held : null;
  };
  const spend = async (token: string) => {
    const holder = await findTokenHolder(db, hashToken(token), new Date());
    await db.execute(sql`update accounts set held = held + 1 where id = ${holder?.accountId}`);
    await db.execute(
      sql`insert into holds (id, account_id, token_id, credits, status, method, endpoint, created_at) values (${crypto.randomUUID()}, ${holder?.accountId}, ${holder?.tokenId}, 1, 'reserved', 'GET', '/api/premium/routing', now())`,
    );
  };
  const countPurchases = async (txHash: string) =>
    (await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from purchases where tx_hash = ${txHash}`))[0]?.count;

  test("says what it sees from waiting to confirmations, then collects without a hash", async () => {
    const quote = await shop.quote(db, { requestedUnits: 5_000_000n });
    expect(await refusalOf(byMemo(quote))).toMatchObject({
      code: "tx_not_confirmed",
      status: 409,
      retryable: true,
      confirmations: 0,
      required_confirmations: 6,
      tx_hash: null,
      quote: { state: "waiting", amount_base_units: quote.units.toString(), received_base_units: null },
    });
    const txHash = await shop.local.transfer(buyers()[0], quote.units);
    await shop.local.mine(3);
    expect(await refusalOf(byMemo(quote))).toMatchObject({
      code: "tx_not_confirmed",
      confirmations: 3,
      required_confirmations: 6,
      tx_hash: txHash,
      quote: { state: "confirming", confirmations: 3, received_base_units: quote.units.toString(), tx_hash: txHash },
    });
    await shop.local.mine(3);
    const { collection, txHash: found } = await byMemo(quote);
    expect(found).toBe(txHash);
    expect(await balanceOf(collection.token)).toBe(275);
  });

  test("collects what the job had credited before anybody asked", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(buyers()[1], quote.units);
    expect(await shop.scan(db)).toMatchObject({ credited: 1 });
    const { collection, txHash: found } = await byMemo(quote);
    expect([found, collection.balance]).toEqual([txHash, 50]);
  });

  test("repeats only while the token is unused, and for a day; then the paying wallet must sign", async () => {
    const quote = await shop.quote(db);
    await shop.pay(buyers()[1], quote.units);
    const first = await byMemo(quote);
    const second = await byMemo(quote);
    expect([await balanceOf(first.collection.token), await balanceOf(second.collection.token)]).toEqual([null, 50]);
    const tomorrow = new Date((await shop.now()).getTime() + DAY_MS + 60_000);
    const expired = await refusalOf(byMemo(quote, { now: tomorrow }));
    expect(expired).toMatchObject({ code: "tx_already_claimed", reason: "signature_required", tx_hash: second.txHash });
    await spend(second.collection.token ?? "");
    const used = await refusalOf(byMemo(quote));
    expect(used).toMatchObject({ code: "tx_already_claimed", reason: "signature_required", tx_hash: second.txHash });
    const { message } = (used as unknown as { sign: { message: string } }).sign;
    const signature = await buyers()[1].signMessage({ message });
    const third = await byMemo({ memo: quote.memo, signature });
    expect([await balanceOf(second.collection.token), await balanceOf(third.collection.token)]).toEqual([null, 49]);
  });

  test("adds to a given account once the payment is there, and answers no token", async () => {
    const accountId = await openAccount(db, { name: "old customer", now: await shop.now() });
    const quote = await shop.quote(db);
    await shop.pay(buyers()[2], quote.units);
    expect((await byMemo({ memo: quote.memo, accountId })).collection).toMatchObject({ token: null, balance: 50 });
    expect((await byMemo({ memo: quote.memo, accountId })).collection).toMatchObject({ token: null, balance: 50 });
  });

  test("credits once and leaves one working token when twenty ask at the same time", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(buyers()[0], quote.units);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => byMemo(quote)));
    const tokens = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value.collection.token] : []));
    const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [(answer.reason as ApiError).code] : []));
    expect(tokens.length).toBeGreaterThan(0);
    expect([...new Set(refusals)].filter((code) => code !== "tx_in_flight")).toEqual([]);
    const balances = await Promise.all(tokens.map(balanceOf));
    expect(balances.filter((balance) => balance !== null)).toEqual([50]);
    expect(await countPurchases(txHash)).toBe(1);
  });

  test("tells the payer how to collect a payment from another wallet than the quote names, by signature", async () => {
    const quote = await shop.quote(db, { senderWallet: buyers()[0].address.toLowerCase() });
    const txHash = await shop.pay(buyers()[3], quote.units);
    const refused = await refusalOf(byMemo(quote));
    expect(refused).toMatchObject({ code: "sender_mismatch", tx_hash: txHash, sign: { message: expect.stringContaining(txHash) } });
    const signature = await buyers()[3].signMessage({ message: (refused as unknown as { sign: { message: string } }).sign.message });
    expect(await balanceOf((await byMemo({ memo: quote.memo, signature })).collection.token)).toBe(50);
  });

  test.each([
    [-100_000n, "underpaid", 45],
    [1_000_000n, "overpaid", 100],
  ] as const)(
    "shows %s units too many from the quote's wallet as %s, and credits what arrived by signature",
    async (extra, state, credits) => {
      const buyer = buyers()[2];
      const quote = await shop.quote(db, { senderWallet: buyer.address.toLowerCase() });
      const txHash = await shop.pay(buyer, quote.units + extra);
      const refused = await refusalOf(byMemo(quote));
      expect(refused).toMatchObject({
        code: "tx_not_confirmed",
        quote: { state, tx_hash: txHash, received_base_units: (quote.units + extra).toString() },
        sign: { message: expect.stringContaining(txHash) },
      });
      const signature = await buyer.signMessage({ message: (refused as unknown as { sign: { message: string } }).sign.message });
      const collected = await shop.confirm(db, { txHash, memo: quote.memo, signature });
      expect(await balanceOf(collected.token)).toBe(credits);
    },
  );

  test("refuses a late payment without a signature, and credits it with one", async () => {
    const quote = await shop.quote(db, { now: new Date((await shop.now()).getTime() - 26 * 3_600_000) });
    const txHash = await shop.pay(buyers()[0], quote.units);
    const refused = await refusalOf(byMemo(quote));
    expect(refused).toMatchObject({ code: "quote_expired", tx_hash: txHash, sign: { message: expect.stringContaining(txHash) } });
    expect(
      await balanceOf((await byMemo({ memo: quote.memo, signature: await shop.provePayment(buyers()[0], txHash) })).collection.token),
    ).toBe(50);
    const unpaid = await shop.quote(db, { now: new Date((await shop.now()).getTime() - 26 * 3_600_000) });
    expect(await refusedAs(byMemo(unpaid))).toBe("quote_expired");
    expect(await refusedAs(byMemo({ memo: "aed-00000000000000000000000000000000" }))).toBe("quote_not_found_or_expired");
  });

  test("credits nothing while the payer cannot be screened, and refuses a sanctioned one", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(buyers()[1], quote.units);
    const down = createScreener({ list: new Set(), chainalysis: { apiKey: "12345678", url: "http://127.0.0.1:9", timeoutMs: 500 } });
    expect(await refusalOf(byMemo(quote, { screener: down }))).toMatchObject({ code: "screening_unavailable", status: 503 });
    expect(await shop.scan(db, { screener: down })).toMatchObject({ credited: 0, waiting: 1 });
    const listed = createScreener({ list: new Set([buyers()[1].address.toLowerCase()]), chainalysis: null });
    expect(await refusedAs(byMemo(quote, { screener: listed }))).toBe("sanctions_block");
    expect(await countPurchases(txHash)).toBe(0);
    expect((await byMemo(quote)).collection.balance).toBe(50);
  });

  test("says that the chain cannot be read, never that nothing was paid", async () => {
    const proxy = await startRpcProxy(shop.local.url);
    const chain = createChain({ chainId: CHAIN_ID, rpcUrls: [proxy.url], usdc: USDC, payTo: shop.local.payTo, timeoutMs: 2000 });
    const quote = await shop.quote(db);
    proxy.behave({ kind: "status", status: 503 });
    expect(await refusalOf(byMemo(quote, { chain }))).toMatchObject({ code: "rpc_unavailable", status: 503, retryable: true });
    await proxy.stop();
  });

  test("reads the chain once for many who wait, and not again within some seconds", async () => {
    const proxy = await startRpcProxy(shop.local.url);
    const chain = createChain({ chainId: CHAIN_ID, rpcUrls: [proxy.url], usdc: USDC, payTo: shop.local.payTo });
    const quotes = await Promise.all(Array.from({ length: 10 }, () => shop.quote(db, { caller: "waiting" })));
    await shop.local.mine(2);
    const now = new Date((await shop.now()).getTime() + 60_000);
    const setup = { db, chain, screener: shop.screener, baseUrl: SITE, now };
    const ask = () => Promise.all(quotes.map(({ memo }) => refusedAs(confirmByMemo(setup, { memo, signature: null, accountId: null }))));
    expect(new Set(await ask())).toEqual(new Set(["tx_not_confirmed"]));
    const scans = () => proxy.requestedMethods.filter((method) => method === "eth_getLogs").length;
    expect(scans()).toBe(1);
    await ask();
    expect(scans()).toBe(1);
    await proxy.stop();
  });

  test("takes the credits back when the payment's block goes away, waits again, and collects when it returns", async () => {
    const quote = await shop.quote(db);
    await shop.local.mine(70);
    const txHash = await shop.local.transfer(buyers()[2], quote.units);
    const raw = await shop.local.client.request({ method: "eth_getRawTransactionByHash" as never, params: [txHash] as never });
    await shop.deepen();
    const first = await byMemo(quote);
    await shop.local.reorg(8);
    await shop.local.mine(10);
    expect(await shop.scan(db)).toMatchObject({ withdrawn: 1 });
    expect(await balanceOf(first.collection.token)).toBe(0);
    expect(await refusalOf(byMemo(quote))).toMatchObject({ code: "tx_not_confirmed", quote: { state: "waiting" } });
    await shop.local.client.sendRawTransaction({ serializedTransaction: raw });
    await shop.deepen();
    await shop.scan(db);
    const { collection, txHash: found } = await byMemo(quote);
    expect([found, await balanceOf(first.collection.token), await balanceOf(collection.token)]).toEqual([txHash, null, 50]);
  });
});
