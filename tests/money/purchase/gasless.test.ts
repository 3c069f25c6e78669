import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { createScreener } from "@/lib/money/chain/screener";
import { openGaslessShop, type GaslessShop } from "../../support/money/gasless-shop";
import { refusedAs, requireBalancedBooks } from "../../support/money/shop";
import type { ApiError } from "@/lib/errors";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { rowsOf } from "../../support/stores/rows-of";
import { lacksAnvil } from "../../support/lacks";

const FIVE = 5_000_000n;

describe.skipIf(lacksAnvil())("buying without ether", () => {
  let shop: GaslessShop;
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    [shop, database] = await Promise.all([openGaslessShop(), openTestDatabase()]);
    db = database.db;
  });
  beforeEach(async () => {
    shop.proxy.behave({ kind: "pass" });
    await db.execute(sql`update x402_authorizations set gas_gwei = 0`);
  });
  afterEach(() => requireBalancedBooks(db));
  afterAll(async () => {
    await database?.close();
    await shop?.stop();
  });

  const purchase = async (requestedUnits = FIVE, extra: { senderWallet?: string } = {}) => {
    const quote = await shop.quote(db, { requestedUnits, caller: crypto.randomUUID(), ...extra });
    const payer = await shop.etherless(50_000_000n);
    return { quote, payer, payment: await shop.signed(db, quote.memo, payer) };
  };
  const submissions = () =>
    rowsOf<{ state: string; hash: string | null }>(
      db,
      sql`select state, tx_hash as hash from x402_authorizations where quote_id is not null order by created_at`,
    );
  const credited = async () =>
    (await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from purchases where reversed_at is null`))[0]?.count ?? 0;

  test("a wallet with USDC and no ether signs, and the memo then collects the credits", async () => {
    const { quote, payer, payment } = await purchase();
    expect(await shop.local.client.getBalance({ address: payer.address })).toBe(0n);
    const before = await credited();
    const { txHash } = await shop.submit(db, quote.memo, payment);
    expect(await credited()).toBe(before);
    const { token, balance, purchases } = await shop.collect(db, quote.memo);
    expect([balance, purchases[0]?.txHash, purchases[0]?.sender]).toEqual([275, txHash, payer.address.toLowerCase()]);
    expect(token).toMatch(/^aed_live_/);
    expect(await submissions()).toContainEqual({ state: "settled", hash: txHash });
  });

  test("a repeat finds the same transfer, also after it was credited, and sends nothing", async () => {
    const { quote, payment } = await purchase();
    const { txHash } = await shop.submit(db, quote.memo, payment);
    const sent = shop.sent();
    expect((await shop.submit(db, quote.memo, payment)).txHash).toBe(txHash);
    await shop.collect(db, quote.memo);
    expect((await shop.submit(db, quote.memo, payment)).txHash).toBe(txHash);
    expect(shop.sent()).toBe(sent);
  });

  test("five at the same time send one transfer", async () => {
    const { quote, payment } = await purchase();
    const sent = shop.sent();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => refusedAs(shop.submit(db, quote.memo, payment))));
    expect([...new Set(outcomes)].filter((outcome) => outcome !== "not refused" && outcome !== "payment_in_flight")).toEqual([]);
    expect(outcomes).toContain("not refused");
    expect(shop.sent()).toBe(sent + 1);
    expect((await shop.collect(db, quote.memo)).balance).toBe(275);
  });

  describe("refuses, sends nothing, and leaves the quote payable:", () => {
    const refused = async (outcome: string, submit: (bought: Awaited<ReturnType<typeof purchase>>) => Promise<unknown>) => {
      const bought = await purchase();
      const sent = shop.sent();
      const refusal = submit(bought);
      expect(await refusedAs(refusal)).toBe(outcome);
      const { payment_state: state } = (await refusal.catch((error: ApiError) => error.details as { payment_state?: string })) as {
        payment_state?: string;
      };
      expect(state).toBe(outcome.endsWith("not_configured") ? undefined : "unspent");
      expect(shop.sent()).toBe(sent);
      await shop.submit(db, bought.quote.memo, bought.payment);
      expect((await shop.collect(db, bought.quote.memo)).balance).toBe(275);
    };
    const later = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

    test.each([
      ["gasless_rejected/wrong_amount", { value: "5000000" }],
      ["gasless_rejected/wrong_nonce", { nonce: `0x${"12".repeat(32)}` }],
      ["gasless_rejected/valid_too_long", { validBefore: later(90_000) }],
      ["gasless_rejected/expired", { validBefore: later(-10) }],
      ["gasless_rejected/not_yet_valid", { validAfter: later(90_000) }],
      ["gasless_rejected/wrong_recipient", { to: `0x${"12".repeat(20)}` }],
    ])("%s", (outcome, changes) =>
      refused(outcome, async ({ quote, payer }) => shop.submit(db, quote.memo, await shop.signed(db, quote.memo, payer, changes))),
    );

    test("the signature of another wallet", () =>
      refused("gasless_rejected/invalid_signature", async ({ quote, payer }) =>
        shop.submit(db, quote.memo, await shop.signed(db, quote.memo, payer, {}, shop.local.buyers[1])),
      ));

    test("a wallet with too little USDC", () =>
      refused("gasless_rejected/insufficient_balance", async ({ quote }) =>
        shop.submit(db, quote.memo, await shop.signed(db, quote.memo, await shop.etherless(1n))),
      ));

    test("a payer on the sanctions list, or one that cannot be screened now", async () => {
      await refused("sanctions_block", ({ quote, payment }) => {
        const screener = createScreener({ list: new Set([payment.payer]), chainalysis: null });
        return shop.submit(db, quote.memo, payment, { screener });
      });
      const down = createScreener({ list: new Set(), chainalysis: { apiKey: "12345678", url: "http://127.0.0.1:9", timeoutMs: 500 } });
      await refused("screening_unavailable", ({ quote, payment }) => shop.submit(db, quote.memo, payment, { screener: down }));
    });

    test("an empty settler", async () => {
      const { address } = shop.local.settler;
      const balance = await shop.local.client.getBalance({ address });
      await refused("gasless_unavailable/out_of_gas", async ({ quote, payment }) => {
        await shop.local.client.setBalance({ address, value: 1n });
        return shop.submit(db, quote.memo, payment).finally(() => shop.local.client.setBalance({ address, value: balance }));
      });
    });

    test("more gas in a day than the budget", () =>
      refused("gasless_unavailable/daily_budget", async ({ quote, payment }) => {
        await shop.submit(db, (await purchase()).quote.memo, payment).catch(() => undefined);
        await db.execute(
          sql`update x402_authorizations set gas_gwei = 100000000 where nonce = (select nonce from x402_authorizations where quote_id is not null limit 1)`,
        );
        return shop.submit(db, quote.memo, payment).finally(() => db.execute(sql`update x402_authorizations set gas_gwei = 0`));
      }));

    test("an endpoint that refuses the transfer, or cannot be read", async () => {
      for (const method of ["eth_sendRawTransaction", "eth_estimateGas", "eth_call"]) {
        const bought = await purchase();
        shop.proxy.behave({ kind: "error", code: -32000, message: "no" }, method);
        expect(await refusedAs(shop.submit(db, bought.quote.memo, bought.payment))).toBe("rpc_unavailable");
        shop.proxy.behave({ kind: "pass" });
        await shop.submit(db, bought.quote.memo, bought.payment);
        expect((await shop.collect(db, bought.quote.memo)).balance).toBe(275);
      }
    });

    test("no x402 settler", () =>
      refused("gasless_unavailable/not_configured", ({ quote, payment }) => shop.submit(db, quote.memo, payment, { x402: null })));
  });

  test("refuses a quote below a dollar, of another wallet, expired, seen as paid, credited or unknown", async () => {
    const small = await purchase(990_000n);
    expect(await refusedAs(shop.submit(db, small.quote.memo, small.payment))).toBe("gasless_rejected/below_minimum");
    const bound = await purchase(FIVE, { senderWallet: shop.local.buyers[0].address.toLowerCase() });
    expect(await refusedAs(shop.submit(db, bound.quote.memo, bound.payment))).toBe("gasless_rejected/sender_mismatch");
    const { quote, payment } = await purchase();
    const late = new Date(quote.expiresAt.getTime() + 1000);
    expect(await refusedAs(shop.submit(db, quote.memo, payment, { now: late }))).toBe("gasless_rejected/quote_expired");
    await shop.pay(shop.local.buyers[0], quote.units);
    await shop.scan(db, { isSelling: false });
    expect(await refusedAs(shop.submit(db, quote.memo, payment))).toBe("gasless_rejected/payment_seen");
    await shop.scan(db);
    expect(await refusedAs(shop.submit(db, quote.memo, payment))).toBe("gasless_rejected/quote_paid");
    expect(await refusedAs(shop.submit(db, "aed-00000000000000000000000000000000", payment))).toBe("quote_not_found_or_expired");
  });

  test("takes one submission for a quote, and three in 24 hours of a wallet", async () => {
    const { quote, payer, payment } = await purchase();
    await shop.submit(db, quote.memo, payment);
    const other = await shop.signed(db, quote.memo, await shop.etherless(50_000_000n));
    expect(await refusedAs(shop.submit(db, quote.memo, other))).toBe("gasless_already_submitted");
    const more = async () => {
      const next = await shop.quote(db, { requestedUnits: FIVE, caller: crypto.randomUUID() });
      return shop.submit(db, next.memo, await shop.signed(db, next.memo, payer));
    };
    await more();
    await more();
    const sent = shop.sent();
    expect(await refusedAs(more())).toBe("too_many_gasless");
    expect(shop.sent()).toBe(sent);
  });

  test("does not send where the nonce was used for another transfer, and says so", async () => {
    const { quote, payer, payment } = await purchase();
    await shop.broadcast(await shop.signed(db, quote.memo, payer, { to: shop.local.buyers[1].address }));
    expect(await refusedAs(shop.submit(db, quote.memo, payment))).toBe("authorization_used");
  });
});
