import type { HDAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { paymentHistory } from "@/lib/endpoints/payment/history";
import { lacksAnvil } from "../../support/lacks";
import { fundedToken } from "../../support/money/money";
import { openShop, requireBalancedBooks, type Shop } from "../../support/money/shop";
import { request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

describe.skipIf(lacksAnvil())("what an account bought and is about to buy", () => {
  let shop: Shop;
  let database: TestDatabase;
  let db: Db;
  let buyer: HDAccount;
  beforeAll(async () => {
    [shop, database] = await Promise.all([openShop(), useTestDatabase()]);
    db = database.db;
    buyer = shop.local.buyers[0];
    Object.assign(process.env, shop.local.environment());
  });
  afterAll(async () => {
    await database?.close();
    await shop?.stop();
  });

  async function customer() {
    const { accountId, bearer } = await fundedToken(db, 0);
    return {
      quote: (usd: number, senderWallet: string | null = null, endpoint: string | null = null) =>
        shop.quote(db, { requestedUnits: BigInt(usd) * 1_000_000n, caller: `account:${accountId}`, senderWallet, endpoint }),
      history: async (query = "") => (await request(paymentHistory, `${paymentHistory.path}${query}`, { headers: bearer })).body,
      table: async () => (await request(paymentHistory, `${paymentHistory.path}?format=csv`, { headers: bearer })).text,
      collect: (txHash: string, memo: string) => shop.confirm(db, { txHash, memo, accountId }),
    };
  }

  test("an open offer, its payment's confirmations, and the purchase with its bonus, explorer and finality", async () => {
    const { quote, history, table, collect } = await customer();
    const offer = await quote(30);
    expect((await history()).unfinished).toEqual([
      {
        state: "waiting_for_payment",
        next_step: expect.stringContaining("Send exactly 30.00"),
        amount_usd: Number(offer.units) / 1e6,
        amount_base_units: offer.units.toString(),
        credits: offer.credits,
        endpoint: null,
        sender_wallet: null,
        created_at: expect.any(String),
        expires_at: offer.expiresAt.toISOString(),
        tx_hash: null,
        explorer_url: null,
        confirmations: null,
        required_confirmations: null,
      },
    ]);
    const txHash = await shop.local.transfer(buyer, offer.units);
    await shop.local.mine(2);
    await shop.scan(db);
    const { unfinished, chain_read_at } = await history();
    expect(unfinished).toMatchObject([
      {
        state: "confirming",
        tx_hash: txHash,
        explorer_url: `https://basescan.org/tx/${txHash}`,
        confirmations: 2,
        required_confirmations: 6,
      },
    ]);
    expect(unfinished[0].next_step).toContain("do not pay again");
    expect(chain_read_at).toBe((await shop.now()).toISOString());
    await shop.deepen();
    await collect(txHash, offer.memo);
    const bought = await history();
    expect(bought).toMatchObject({ unfinished: [], purchase_count: 1, total_credits_added: offer.credits });
    expect(bought.purchases).toMatchObject([
      {
        tx_hash: txHash,
        amount_base_units: offer.units.toString(),
        credits_added: offer.credits,
        bonus_credits: offer.credits - Math.floor(Number(offer.units * 50n) / 1e6),
        sender: buyer.address.toLowerCase(),
        chain_id: 8453,
        explorer_url: `https://basescan.org/tx/${txHash}`,
        state: "credited",
      },
    ]);
    expect(bought.purchases[0].bonus_credits).toBe(450);
    const [head, line] = (await table()).split("\n");
    expect(head).toMatch(/^tx_hash,amount_usd,credits_added,block_number,confirmed_at,amount_base_units,bonus_credits,sender,chain_id,/);
    expect(line?.split(",").slice(0, 3)).toEqual([txHash, String(bought.purchases[0].amount_usd), String(offer.credits)]);
    await requireBalancedBooks(db);
  });

  test("a payment from another wallet than the quote's names both, and says how to collect it", async () => {
    const { quote, history } = await customer();
    const other = shop.local.buyers[1].address.toLowerCase();
    const offer = await quote(1, other);
    await shop.pay(buyer, offer.units);
    await shop.scan(db);
    const { unfinished } = await history();
    expect(unfinished).toMatchObject([{ state: "other_sender", sender_wallet: other }]);
    expect(unfinished[0].next_step).toContain(buyer.address.toLowerCase());
  });

  test("a payment for one call says which call to make", async () => {
    const { quote, history } = await customer();
    const offer = await quote(1, null, "/api/premium/routing");
    const txHash = await shop.pay(buyer, offer.units);
    await shop.scan(db);
    expect((await history()).unfinished).toMatchObject([
      { state: "confirmed", endpoint: "/api/premium/routing", next_step: expect.stringContaining(`X-Payment-Tx: ${txHash}`) },
    ]);
  });

  test("an offer that nobody paid is gone with its time, and shows in no other account", async () => {
    const one = await customer();
    await shop.quote(db, { caller: "account:999999" });
    expect((await one.history()).unfinished).toEqual([]);
    const offer = await one.quote(2);
    expect((await one.history()).unfinished).toHaveLength(1);
    await database.db.execute(`update quotes set expires_at = now() - interval '1 minute' where units = ${offer.units}`);
    expect((await one.history()).unfinished).toEqual([]);
  });

  test("a disputed purchase names the dispute and the credits that are held", async () => {
    const { quote, history, collect } = await customer();
    const offer = await quote(5);
    const txHash = await shop.pay(buyer, offer.units);
    await collect(txHash, offer.memo);
    await shop.confirm(db, { txHash, signature: await shop.provePayment(buyer, txHash) }).catch(() => undefined);
    const { purchases, unfinished } = await history();
    expect(purchases).toEqual([]);
    expect(unfinished).toMatchObject([
      { state: "disputed", tx_hash: txHash, credits: 275, next_step: expect.stringMatching(/name dispute \d+/) },
    ]);
  });
});
