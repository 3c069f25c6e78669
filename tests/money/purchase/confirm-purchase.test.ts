import { sql } from "drizzle-orm";
import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { openAccount } from "@/db/queries/money/ledger/ledger";
import { addToken, findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken, mintToken } from "@/lib/money/base/access-token";
import { createChain } from "@/lib/money/chain/chain";
import { createScreener } from "@/lib/money/chain/screener";
import { CHAIN_ID, USDC } from "../../support/money/chain";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { startRpcProxy, type RpcProxy } from "../../support/money/rpc-proxy";
import { faultsOf, openShop, refusedAs, type Shop } from "../../support/money/shop";
import { lacksAnvil } from "../../support/lacks";

const balanceOf = async (db: Db, token: string | null) => {
  const holder = token === null ? null : await findTokenHolder(db, hashToken(token), new Date());
  return holder ? holder.posted - holder.held : null;
};

describe.skipIf(lacksAnvil())("confirming a purchase", () => {
  let shop: Shop;
  let database: TestDatabase;
  let proxy: RpcProxy;
  let db: Db;
  beforeAll(async () => {
    [shop, database] = await Promise.all([openShop(), openTestDatabase()]);
    proxy = await startRpcProxy(shop.local.url);
    db = database.db;
  });
  afterAll(async () => {
    await proxy?.stop();
    await database?.close();
    await shop?.stop();
  });

  const buyers = () => shop.local.buyers;
  const newAccount = async () => {
    const now = await shop.now();
    const accountId = await openAccount(db, { name: "old customer", now });
    const { token, row } = mintToken("first", "minted");
    await addToken(db, accountId, row, now);
    return { accountId, token };
  };
  const bought = async (usd: bigint) => {
    const quote = await shop.quote(db, { requestedUnits: usd * 1_000_000n });
    const txHash = await shop.pay(buyers()[0], quote.units);
    return { quote, txHash, answer: await shop.confirm(db, { txHash, memo: quote.memo }) };
  };

  test("gives the quoted credits and a token for the exact amount and the memo", async () => {
    const { quote, answer } = await bought(5n);
    expect(quote.credits).toBe(275);
    expect(answer).toMatchObject({ balance: 275, purchases: [{ credits: 275, units: quote.units }] });
    expect(await balanceOf(db, answer.token)).toBe(275);
    expect(await faultsOf(db)).toEqual([]);
  });

  test("confirms a dollar that was asked for once its block is sealed, in spite of the units above it, by memo and by the job", async () => {
    const paidAtOnce = async () => {
      const quote = await shop.quote(db);
      const txHash = await shop.local.transfer(buyers()[0], quote.units);
      expect(quote.units).toBeGreaterThan(1_000_000n);
      expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("tx_not_confirmed");
      await shop.local.mine(2);
      return { quote, txHash };
    };
    const { quote, txHash } = await paidAtOnce();
    expect(await shop.confirm(db, { txHash, memo: quote.memo })).toMatchObject({ balance: 50 });
    const scanned = await paidAtOnce();
    expect(await shop.scan(db)).toMatchObject({ credited: 1 });
    expect(await shop.confirm(db, { txHash: scanned.txHash, memo: scanned.quote.memo })).toMatchObject({ balance: 50 });
  });

  test("lets the received amount decide where a signature proves the payment", async () => {
    const units = 1_000_001n;
    const txHash = await shop.local.transfer(buyers()[1], units);
    await shop.local.mine(2);
    const signature = await shop.provePayment(buyers()[1], txHash);
    expect(await refusedAs(shop.confirm(db, { txHash, signature }))).toBe("tx_not_confirmed");
    await shop.deepen();
    expect(await shop.confirm(db, { txHash, signature: await shop.provePayment(buyers()[1], txHash) })).toMatchObject({ balance: 50 });
  });

  test("replaces the token when the same proof comes again, and credits nothing", async () => {
    const { quote, txHash, answer } = await bought(1n);
    const again = await shop.confirm(db, { txHash, memo: quote.memo });
    expect(again.purchases.map(({ id }) => id)).toEqual(answer.purchases.map(({ id }) => id));
    expect(await balanceOf(db, answer.token)).toBeNull();
    expect([again.balance, await balanceOf(db, again.token)]).toEqual([50, 50]);
  });

  test("does not replace a revoked token for the memo", async () => {
    const { quote, txHash, answer } = await bought(1n);
    await db.execute(sql`update tokens set revoked_at = now() where hash = ${hashToken(answer.token ?? "")}`);
    expect(await shop.confirm(db, { txHash, memo: quote.memo })).toMatchObject({ token: null, balance: null });
  });

  test("credits the bearer's account and returns no token, now and later", async () => {
    const { accountId, token } = await newAccount();
    const quote = await shop.quote(db);
    const txHash = await shop.pay(buyers()[0], quote.units);
    expect(await shop.confirm(db, { txHash, memo: quote.memo, accountId })).toMatchObject({ token: null, balance: 50 });
    expect(await shop.confirm(db, { txHash, memo: quote.memo, accountId })).toMatchObject({ token: null, balance: 50 });
    expect(await shop.confirm(db, { txHash, memo: quote.memo })).toMatchObject({ token: null, balance: null });
    expect(await balanceOf(db, token)).toBe(50);
  });

  test("tops up an account after the job credited the payment, and only while the purchase has no token", async () => {
    const { accountId, token } = await newAccount();
    const other = await newAccount();
    const quote = await shop.quote(db);
    const txHash = await shop.pay(buyers()[0], quote.units);
    expect(await shop.scan(db)).toMatchObject({ credited: 1 });
    expect(await shop.confirm(db, { txHash, memo: quote.memo, accountId })).toMatchObject({ token: null, balance: 50 });
    expect(await balanceOf(db, token)).toBe(50);
    expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo, accountId: other.accountId }))).toBe("tx_already_claimed");
    expect(await faultsOf(db)).toEqual([]);
  });

  test("requires the payer's signature for a payment without a quote, and sells at the rate of its amount", async () => {
    const txHash = await shop.pay(buyers()[1], 30_000_000n);
    expect(await refusedAs(shop.confirm(db, { txHash, memo: "aed-0000000000000000" }))).toBe("quote_not_found_or_expired");
    const answer = await shop.confirm(db, { txHash, signature: await shop.provePayment(buyers()[1], txHash) });
    expect(await balanceOf(db, answer.token)).toBe(1950);
    const again = await shop.confirm(db, { txHash, signature: await shop.provePayment(buyers()[1], txHash) });
    expect([await balanceOf(db, answer.token), await balanceOf(db, again.token)]).toEqual([null, 1950]);
  });

  test("refuses a payment to another wallet's signature, memo or quote", async () => {
    const [payer, , thief] = buyers();
    const quote = await shop.quote(db);
    const txHash = await shop.local.transfer(payer, quote.units);
    await shop.deepen();
    const late = await shop.quote(db, { caller: "thief", now: new Date((await shop.now()).getTime() + 2000) });
    await db.execute(
      sql`update quotes set units = ${(quote.units + 1n).toString()}::bigint where units = ${late.units.toString()}::bigint`,
    );
    expect(await refusedAs(shop.confirm(db, { txHash, signature: await shop.provePayment(thief, txHash) }))).toBe(
      "verification_failed/signature_mismatch",
    );
    expect(await refusedAs(shop.confirm(db, { txHash, memo: late.memo }))).toBe("verification_failed/amount_differs");
    await db.execute(
      sql`update quotes set units = ${quote.units.toString()}::bigint where units = ${(quote.units + 1n).toString()}::bigint`,
    );
    expect(await refusedAs(shop.confirm(db, { txHash, memo: late.memo }))).toBe("verification_failed/mined_before_quote");
    expect((await shop.confirm(db, { txHash, memo: quote.memo })).balance).toBe(50);
    expect(await refusedAs(shop.confirm(db, { txHash, memo: late.memo }))).toBe("tx_already_claimed");
    expect(await refusedAs(shop.confirm(db, { txHash, signature: await shop.provePayment(thief, txHash) }))).toBe("tx_already_claimed");
  });

  test("refuses a signature for another payment or another purpose", async () => {
    const [payer] = buyers();
    const [first, second] = [await shop.pay(payer, 600_000n), await shop.pay(payer, 700_000n)] as [string, string];
    expect(await refusedAs(shop.confirm(db, { txHash: second, signature: await shop.provePayment(payer, first) }))).toBe(
      "verification_failed/signature_mismatch",
    );
    const listing = await shop.sign(payer, { purpose: "tokens", chainId: CHAIN_ID, wallet: payer.address.toLowerCase() });
    expect(await refusedAs(shop.confirm(db, { txHash: second, signature: listing }))).toBe("verification_failed/signature_mismatch");
  });

  test("refuses another wallet's payment for a quote that names its payer", async () => {
    const quote = await shop.quote(db, { senderWallet: buyers()[2].address.toLowerCase() });
    const txHash = await shop.pay(buyers()[3], quote.units);
    expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("sender_mismatch");
    expect((await shop.confirm(db, { txHash, memo: quote.memo, signature: await shop.provePayment(buyers()[3], txHash) })).balance).toBe(
      50,
    );
  });

  test("refuses an amount that differs from the quote", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(buyers()[0], quote.units - 1n);
    expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("verification_failed/amount_differs");
    expect((await shop.confirm(db, { txHash, signature: await shop.provePayment(buyers()[0], txHash) })).balance).toBe(50);
  });

  test("gives a second payment of one quote to its payer by signature", async () => {
    const { quote, txHash } = await bought(1n);
    const second = await shop.pay(buyers()[0], quote.units);
    expect(await refusedAs(shop.confirm(db, { txHash: second, memo: quote.memo }))).toBe("verification_failed/quote_already_credited");
    expect((await shop.confirm(db, { txHash: second, signature: await shop.provePayment(buyers()[0], second) })).balance).toBe(50);
    expect(second).not.toBe(txHash);
  });

  test("credits each quote that one transaction pays once, and the rest to its sender", async () => {
    const [one, two] = [await shop.quote(db), await shop.quote(db, { requestedUnits: 5_000_000n })];
    const txHash = await shop.local.transferMany(buyers()[2], [{ units: one.units }, { units: two.units }, { units: 50_000n }]);
    await shop.deepen();
    const first = await shop.confirm(db, { txHash, memo: one.memo });
    const second = await shop.confirm(db, { txHash, memo: two.memo });
    expect([await balanceOf(db, first.token), await balanceOf(db, second.token)]).toEqual([50, 275]);
    const [wallet] = await rowsOf<{ posted: number }>(
      db,
      sql`select posted::int from accounts where kind = 'wallet' and owner_wallet = ${buyers()[2].address.toLowerCase()}`,
    );
    expect(wallet?.posted).toBe(2);
    expect(await faultsOf(db)).toEqual([]);
  });

  test("refuses another token, another recipient and a failed transaction", async () => {
    const quote = await shop.quote(db);
    const elsewhere = await shop.local.transfer(buyers()[0], quote.units, buyers()[1].address);
    const other = await shop.local.deploy("TestUSDC");
    await shop.local.call(buyers()[0], { address: other, name: "TestUSDC" }, "mint", [buyers()[0].address, 10_000_000n]);
    const fake = await shop.local.call(buyers()[0], { address: other, name: "TestUSDC" }, "transfer", [shop.local.payTo, quote.units]);
    await shop.deepen();
    for (const txHash of [elsewhere, fake]) {
      expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("verification_failed/no_usdc_transfer_to_wallet");
    }
  });

  test("claims nothing before a payment is confirmed deep enough", async () => {
    const quote = await shop.quote(db, { requestedUnits: 5_000_000n });
    const txHash = await shop.local.transfer(buyers()[0], quote.units);
    expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("tx_not_confirmed");
    await shop.local.mine(2);
    expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("tx_not_confirmed");
    await shop.deepen();
    expect((await shop.confirm(db, { txHash, memo: quote.memo })).balance).toBe(275);
  });

  test("decides nothing while an endpoint is down or two disagree", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(buyers()[0], quote.units);
    const two = createChain({
      chainId: CHAIN_ID,
      rpcUrls: [shop.local.url, proxy.url],
      usdc: USDC,
      payTo: shop.local.payTo,
      timeoutMs: 300,
    });
    for (const behaviour of [
      { kind: "cut" },
      { kind: "hang" },
      { kind: "status", status: 429 },
      { kind: "lie", alter: () => null },
    ] as const) {
      proxy.behave(behaviour);
      expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }, { chain: two }))).toBe("rpc_unavailable");
    }
    proxy.behave({ kind: "pass" });
    expect((await shop.confirm(db, { txHash, memo: quote.memo }, { chain: two })).balance).toBe(50);
  });

  test("refuses a listed payer and defers an unscreened one, whose payment stays claimable", async () => {
    const quote = await shop.quote(db);
    const txHash = await shop.pay(buyers()[3], quote.units);
    const listed = createScreener({ list: new Set([buyers()[3].address.toLowerCase()]), chainalysis: null });
    expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }, { screener: listed }))).toBe("sanctions_block");
    const silent = createScreener({ list: new Set(), chainalysis: { apiKey: "0123456789", url: "http://127.0.0.1:9", timeoutMs: 200 } });
    expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }, { screener: silent }))).toBe("screening_unavailable");
    expect((await shop.confirm(db, { txHash, memo: quote.memo })).balance).toBe(50);
  });

  test("accepts a contract wallet's proof by ERC-1271", async () => {
    const [owner] = buyers();
    const wallet = await shop.local.deployWallet(owner.address);
    await shop.local.mint(wallet, 5_000_000n);
    const payment = encodeFunctionData({
      abi: shop.local.contracts.TestUSDC.abi,
      functionName: "transfer",
      args: [shop.local.payTo, 2_000_000n],
    });
    const txHash = await shop.local.call(owner, { address: wallet, name: "SmartWallet" }, "run", [USDC, payment]);
    await shop.deepen();
    const answer = await shop.confirm(db, { txHash, signature: await shop.provePayment(owner, txHash) });
    expect(await balanceOf(db, answer.token)).toBe(100);
  });

  test("treats an unknown transaction as not confirmed, never as invalid", async () => {
    const quote = await shop.quote(db);
    expect(await refusedAs(shop.confirm(db, { txHash: `0x${"cd".repeat(32)}`, memo: quote.memo }))).toBe("tx_not_confirmed");
  });
});
