import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken } from "@/lib/money/base/access-token";
import { settleLapsed } from "@/lib/money/purchase/gasless/settle-lapsed";
import { USDC } from "../../support/money/chain";
import { openGaslessShop, type GaslessShop } from "../../support/money/gasless-shop";
import { refusedAs, requireBalancedBooks } from "../../support/money/shop";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { rowsOf } from "../../support/stores/rows-of";
import { lacksAnvil } from "../../support/lacks";

describe.skipIf(lacksAnvil())("a purchase without ether that is attacked or interrupted", () => {
  let shop: GaslessShop;
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    [shop, database] = await Promise.all([openGaslessShop(), openTestDatabase()]);
    db = database.db;
  });
  beforeEach(() => shop.proxy.behave({ kind: "pass" }));
  afterEach(() => requireBalancedBooks(db));
  afterAll(async () => {
    await database?.close();
    await shop?.stop();
  });

  const purchase = async () => {
    const quote = await shop.quote(db, { requestedUnits: 5_000_000n, caller: crypto.randomUUID() });
    const payer = await shop.etherless(50_000_000n);
    return { quote, payer, payment: await shop.signed(db, quote.memo, payer) };
  };
  const submissionOf = async (payer: string) =>
    (
      await rowsOf<{ state: string; hash: string | null }>(
        db,
        sql`select state, tx_hash as hash from x402_authorizations where payer = ${payer}`,
      )
    )[0];
  const balanceOf = async (token: string | null) => {
    const holder = token === null ? null : await findTokenHolder(db, hashToken(token), new Date());
    return holder ? holder.posted - holder.held : null;
  };
  const countPurchases = async (payer: string) =>
    (
      await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from purchases where sender = ${payer} and reversed_at is null`)
    )[0]?.count;

  test("whoever sends the transfer before us pays this purchase, and it is credited once", async () => {
    const { quote, payment } = await purchase();
    const stolen = await shop.broadcast(payment);
    const sent = shop.sent();
    expect((await shop.submit(db, quote.memo, payment)).txHash).toBe(stolen);
    expect(shop.sent()).toBe(sent);
    expect(await submissionOf(payment.payer)).toEqual({ state: "settled", hash: stolen });
    expect((await shop.submit(db, quote.memo, payment)).txHash).toBe(stolen);
    expect((await shop.collect(db, quote.memo)).balance).toBe(275);
    await shop.scan(db);
    expect(await countPurchases(payment.payer)).toBe(1);
  });

  test("the same when the chain was scanned, or the quote was collected, before we were asked", async () => {
    const seen = await purchase();
    const collected = await purchase();
    const [hashOfSeen, hashOfCollected] = [await shop.broadcast(seen.payment), await shop.broadcast(collected.payment)];
    await shop.deepen();
    await shop.scan(db);
    expect((await shop.collect(db, collected.quote.memo)).balance).toBe(275);
    const sent = shop.sent();
    expect((await shop.submit(db, seen.quote.memo, seen.payment)).txHash).toBe(hashOfSeen);
    expect((await shop.submit(db, collected.quote.memo, collected.payment)).txHash).toBe(hashOfCollected);
    expect(shop.sent()).toBe(sent);
    expect(await submissionOf(seen.payment.payer)).toEqual({ state: "settled", hash: hashOfSeen });
    expect(await submissionOf(collected.payment.payer)).toEqual({ state: "settled", hash: hashOfCollected });
  });

  test("the same when it is sent between our simulation and our sending", async () => {
    const { quote, payment } = await purchase();
    let stolen = "";
    shop.proxy.behave({ kind: "slow", until: async () => void (stolen = await shop.broadcast(payment)) }, "eth_sendRawTransaction");
    const { txHash } = await shop.submit(db, quote.memo, payment);
    expect(txHash).toBe(stolen);
    expect((await shop.collect(db, quote.memo)).balance).toBe(275);
    expect(await submissionOf(payment.payer)).toEqual({ state: "settled", hash: stolen });
  });

  test("answers 503 while the outcome is unknown, sends nothing twice, and the memo collects meanwhile", async () => {
    const { quote, payment } = await purchase();
    await shop.local.setAutomine(false);
    await expect(shop.submit(db, quote.memo, payment)).rejects.toMatchObject({
      code: "settlement_pending",
      details: { payment_state: "pending" },
    });
    const sent = shop.sent();
    expect(await refusedAs(shop.submit(db, quote.memo, payment))).toBe("settlement_pending");
    expect(shop.sent()).toBe(sent);
    await shop.local.mine();
    await shop.local.setAutomine(true);
    expect((await shop.collect(db, quote.memo)).balance).toBe(275);
    const { hash } = (await submissionOf(payment.payer)) ?? {};
    expect((await shop.submit(db, quote.memo, payment)).txHash).toBe(hash);
    expect(await countPurchases(payment.payer)).toBe(1);
  });

  test("sends it again when its block goes away, takes the credits back meanwhile, and credits once", async () => {
    const { quote, payer, payment } = await purchase();
    await shop.local.mine(2);
    await shop.submit(db, quote.memo, payment);
    const first = await shop.collect(db, quote.memo);
    await shop.local.reorg(8);
    await shop.deepen();
    expect(await shop.scan(db)).toMatchObject({ withdrawn: 1 });
    expect(await countPurchases(payment.payer)).toBe(0);
    const held = await shop.local.balanceOf(payer.address);
    // The settler first learns that its own transactions are gone too.
    await expect.poll(() => refusedAs(shop.submit(db, quote.memo, payment)), { timeout: 20_000, interval: 100 }).toBe("not refused");
    const { txHash } = await shop.submit(db, quote.memo, payment);
    expect(await shop.local.balanceOf(payer.address)).toBe(held - quote.units);
    const collected = await shop.collect(db, quote.memo);
    expect([collected.purchases[0]?.txHash, collected.token, await balanceOf(first.token)]).toEqual([txHash, null, 275]);
    expect(await countPurchases(payment.payer)).toBe(1);
  });

  test("holds the credits for the operator when another party's memo collected what the wallet paid", async () => {
    const { quote, payer, payment } = await purchase();
    const { txHash } = await shop.submit(db, quote.memo, payment);
    await shop.collect(db, quote.memo);
    const signature = await shop.provePayment(payer, txHash);
    expect(await refusedAs(shop.confirm(db, { txHash, signature }))).toBe("purchase_disputed");
    expect(await countPurchases(payment.payer)).toBe(1);
  });

  test("books what a transfer that reverted has cost, and gives back the rest of what was reserved for it", async () => {
    const { quote, payer, payment } = await purchase();
    shop.proxy.behave(
      {
        kind: "slow",
        until: async () => {
          const units = await shop.local.balanceOf(payer.address);
          await shop.local.client.impersonateAccount({ address: payer.address });
          await shop.local.client.setBalance({ address: payer.address, value: 10n ** 18n });
          await shop.local.client.writeContract({
            account: payer.address,
            address: USDC,
            abi: shop.local.contracts.TestUSDC.abi,
            functionName: "transfer",
            args: [shop.local.buyers[0].address, units],
          });
        },
      },
      "eth_sendRawTransaction",
    );
    expect(await refusedAs(shop.submit(db, quote.memo, payment))).toBe("gasless_rejected/transfer_failed");
    const [row] = await rowsOf<{ state: string; gwei: string; hash: string }>(
      db,
      sql`select state, gas_gwei::text as gwei, tx_hash as hash from x402_authorizations where payer = ${payment.payer}`,
    );
    const receipt = await shop.local.client.getTransactionReceipt({ hash: row?.hash as `0x${string}` });
    const cost = (receipt.gasUsed * receipt.effectiveGasPrice + 999_999_999n) / 1_000_000_000n;
    expect([row?.state, receipt.status, row?.gwei]).toEqual(["failed", "reverted", String(cost)]);
    shop.proxy.behave({ kind: "pass" });
    const sent = shop.sent();
    await shop.local.mint(payer.address, 50_000_000n);
    const again = await shop.quote(db, { requestedUnits: 5_000_000n, caller: crypto.randomUUID() });
    const signed = await shop.signed(db, again.memo, payer);
    expect(await refusedAs(shop.submit(db, again.memo, signed, { caller: "another address" }))).toBe("too_many_gasless");
    const another = await purchase();
    expect(await refusedAs(shop.submit(db, another.quote.memo, another.payment, { caller: payment.payer }))).toBe("too_many_gasless");
    expect(shop.sent()).toBe(sent);
    await shop.submit(db, another.quote.memo, another.payment);
  });

  test("takes no more together with the payer's calls than its balance covers", async () => {
    const quote = await shop.quote(db, { requestedUnits: 5_000_000n, caller: crypto.randomUUID() });
    const payer = await shop.etherless(quote.units);
    const payment = await shop.signed(db, quote.memo, payer);
    await db.execute(sql`
      insert into x402_authorizations (asset, payer, nonce, request_hash, state, units, valid_before, lease_until, created_at)
      values (${USDC.toLowerCase()}, ${payment.payer}, '0x1', 'sha256:1', 'settling', 20000, now() + interval '1 hour', now(), now())`);
    const sent = shop.sent();
    expect(await refusedAs(shop.submit(db, quote.memo, payment))).toBe("gasless_rejected/insufficient_balance");
    expect(shop.sent()).toBe(sent);
  });

  test("what was left half-way is concluded once its signature has expired", async () => {
    const settled = await purchase();
    const { txHash } = await shop.submit(db, settled.quote.memo, settled.payment);
    const never = await purchase();
    await shop.submit(db, never.quote.memo, never.payment);
    await db.execute(
      sql`update x402_authorizations set state = 'settling', tx_hash = null, lease_until = now() - interval '1 day', valid_before = now() - interval '1 day' where payer in (${settled.payment.payer}, ${never.payment.payer})`,
    );
    await db.execute(sql`update x402_authorizations set nonce = ${`0x${"77".repeat(32)}`} where payer = ${never.payment.payer}`);
    expect(await settleLapsed(db, shop.x402, await shop.now())).toBe(2);
    expect(await submissionOf(settled.payment.payer)).toEqual({ state: "settled", hash: txHash });
    expect(await submissionOf(never.payment.payer)).toEqual({ state: "failed", hash: null });
    expect((await shop.collect(db, settled.quote.memo)).balance).toBe(275);
    expect((await shop.collect(db, never.quote.memo)).balance).toBe(275);
  });
});
