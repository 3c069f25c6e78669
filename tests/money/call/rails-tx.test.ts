import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken } from "@/lib/money/tokens/access-token";
import { makeQuote } from "@/lib/money/purchase/make-quote";
import { isReplay, type CallTerms } from "@/lib/money/call/paid-call";
import { configuredRails, type Rails } from "@/lib/money/call/rails";
import { openTransactionCall } from "@/lib/money/call/transaction/open-transaction-call";
import { fingerprintRequest } from "@/lib/receipts/hashes";
import { findAnvil, NO_ANVIL } from "../../support/money/anvil";
import { USDC } from "../../support/money/chain";
import { faultsOfLedger } from "../../support/money/money";
import { dear, failing, openRailsWorld, SITE, type RailsWorld } from "../../support/money/rails-world";

if (!findAnvil()) process.stdout.write(`SKIPPED: ${NO_ANVIL}\n`);

const CODE = "?task=code";

describe.skipIf(!findAnvil())("a transaction that pays one call", () => {
  let world: RailsWorld;
  beforeAll(async () => {
    world = await openRailsWorld();
  });
  beforeEach(() => world.proxy.behave({ kind: "pass" }));
  afterAll(async () => {
    await world.close();
  });

  const buyer = (index = 0) => world.local.buyers[index] ?? world.local.buyers[0];
  const wallet = (index = 0) => buyer(index).address.toLowerCase();
  const walletBalance = async (index = 0) => {
    const [row] = await rowsOf<{ posted: number; held: number }>(
      world.db,
      sql`select posted::int, held::int from accounts where kind = 'wallet' and owner_wallet = ${wallet(index)}`,
    );
    return row ?? { posted: 0, held: 0 };
  };
  const claimOf = async (hash: string) =>
    (await rowsOf<{ state: string }>(world.db, sql`select state from claims where tx_hash = ${hash}`))[0]?.state ?? null;
  const quoteFor = (over: { askedUnits?: bigint; endpoint?: string | null; senderWallet?: string | null } = {}) =>
    makeQuote(world.db, {
      askedUnits: 20_000n,
      endpoint: "/api/premium/routing",
      senderWallet: null,
      caller: `caller-${Math.random()}`,
      now: new Date(Date.now() - 60_000),
      ...over,
    });
  const refusedAs = async (asked: ReturnType<RailsWorld["ask"]>) => {
    const { status, body } = await asked;
    return `${status} ${body.error}${body.reason && body.reason !== body.error ? `/${body.reason}` : ""}`;
  };

  test("a bare hash pays for one call, shows its price and nothing left, and gives no token", async () => {
    const hash = await world.pay(buyer(), 20_000n);
    const { status, body, headers } = await world.ask(CODE, { "X-Payment-Tx": hash });
    expect([status, body.task]).toEqual([200, "code"]);
    expect(body.billing).toEqual({ credits_charged: 1, credits_remaining: 0 });
    expect(body.receipt).toMatchObject({
      credits_charged: 1,
      credits_remaining: 0,
      token_short: `${wallet().slice(0, 10)}...${wallet().slice(-8)}`,
    });
    expect([headers.get("x-payment-token"), headers.get("cache-control")]).toEqual([null, "private, no-store"]);
    expect(await claimOf(hash)).toBe("spent");
  });

  test("the same request again gets the same answer; every other use of the hash is refused", async () => {
    const hash = await world.pay(buyer(), 20_000n);
    const first = await world.ask(CODE, { "X-Payment-Tx": hash });
    const again = await world.ask(CODE, { "X-Payment-Tx": hash.toUpperCase().replace("0X", "0x") });
    expect([again.status, again.headers.get("idempotency-replayed"), again.text]).toEqual([200, "true", first.text]);
    expect(await refusedAs(world.ask("?task=general", { "X-Payment-Tx": hash }))).toBe("409 tx_already_used");
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash }, dear))).toBe("409 tx_already_used");
  });

  test("twenty calls at once with one hash on different requests: one answer", async () => {
    const hash = await world.pay(buyer(), 20_000n);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.ask(`?task=code&min_context=${index}`, { "X-Payment-Tx": hash })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
      new Set(refused.map(({ body }) => `409 ${body.error === "tx_in_flight" ? "tx_in_flight" : "tx_already_used"}`)),
    );
  });

  test("what was paid above the price stays with the payer's wallet, and becomes a token for its signature", async () => {
    const before = await walletBalance(1);
    const bare = await world.pay(buyer(1), 70_000n);
    expect((await world.ask("?task=general", { "X-Payment-Tx": bare })).status).toBe(200);
    expect(await walletBalance(1)).toEqual({ posted: before.posted + 2, held: 0 });
    const signed = await world.pay(buyer(1), 60_000n);
    const { status, headers, body } = await world.ask(CODE, await world.signedTx(buyer(1), signed, CODE));
    expect([status, body.billing]).toEqual([200, { credits_charged: 1, credits_remaining: 0 }]);
    const token = headers.get("x-payment-token") ?? "";
    expect([headers.get("x-payment-token-balance"), headers.get("vary"), headers.get("cache-control")]).toEqual([
      String(before.posted + 4),
      "X-Payment-Tx, X-Payment-Quote, X-Payment-Signature",
      "private, no-store",
    ]);
    expect(await findTokenHolder(world.db, hashToken(token))).toMatchObject({ posted: before.posted + 4 });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test("a repeat with the same signature gets the answer and not the token, which stands nowhere in clear", async () => {
    const hash = await world.pay(buyer(1), 60_000n);
    const headers = await world.signedTx(buyer(1), hash, CODE);
    const token = (await world.ask(CODE, headers)).headers.get("x-payment-token") ?? "";
    const again = await world.ask(CODE, headers);
    expect([again.status, again.headers.get("idempotency-replayed"), again.headers.get("x-payment-token")]).toEqual([200, "true", null]);
    expect(await rowsOf(world.db, sql`select 1 from stored_answers s where s::text like ${`%${token}%`}`)).toEqual([]);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash }))).toBe("409 tx_already_used");
  });

  test("an answer that costs nothing leaves the hash unspent: it pays any one call later, of another price too", async () => {
    const hash = await world.pay(buyer(2), 60_000n);
    const failed = await world.ask(CODE, { "X-Payment-Tx": hash }, failing);
    expect([failed.status, failed.body.billing, failed.headers.get("x-payment-state")]).toEqual([
      500,
      { credits_charged: 0, credits_remaining: 0, no_charge_reason: "5xx", afta_doc: expect.any(String) },
      "unspent",
    ]);
    expect([await claimOf(hash), await walletBalance(2)]).toEqual(["unspent", { posted: 3, held: 1 }]);
    await world.readData(new Date(Date.now() - 1_800_000));
    const stale = await world.ask(CODE, { "X-Payment-Tx": hash });
    await world.readData(new Date(Date.now() - 60_000));
    expect([stale.status, stale.body.stale, stale.body.billing.no_charge_reason]).toEqual([200, true, "stale_data"]);
    expect((await world.ask("?task=general", { "X-Payment-Tx": hash }, dear)).body.billing).toEqual({
      credits_charged: 3,
      credits_remaining: 0,
    });
    expect([await claimOf(hash), await walletBalance(2)]).toEqual(["spent", { posted: 0, held: 0 }]);
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("an unspent hash does not pay for more than it brought, though its wallet has more", async () => {
    await world.ask(CODE, { "X-Payment-Tx": await world.pay(buyer(2), 200_000n) });
    const hash = await world.pay(buyer(2), 20_000n);
    await world.ask(CODE, { "X-Payment-Tx": hash }, failing);
    const { status, body } = await world.ask(CODE, { "X-Payment-Tx": hash }, dear);
    expect([status, body.error, body.tx_credits, body.required, body.shortfall]).toEqual([402, "insufficient_credits_from_tx", 1, 3, 2]);
    expect((await world.ask(CODE, { "X-Payment-Tx": hash })).status).toBe(200);
  });

  test("too small a payment is told its shortfall and stays claimable", async () => {
    const hash = await world.pay(buyer(), 40_000n);
    const { status, body } = await world.ask(CODE, { "X-Payment-Tx": hash }, dear);
    expect([status, body.error, body.shortfall_base_units, await claimOf(hash)]).toEqual([
      402,
      "insufficient_credits_from_tx",
      "20000",
      null,
    ]);
    expect((await world.ask(CODE, { "X-Payment-Tx": hash })).status).toBe(200);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": await world.pay(buyer(), 19_999n) }))).toBe(
      "402 insufficient_credits_from_tx",
    );
  });

  test("a quote's memo pays its call; its amount without the memo is nobody's", async () => {
    const quote = await quoteFor();
    const hash = await world.pay(buyer(3), quote.units);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash }))).toBe("409 tx_belongs_to_quote");
    expect(await refusedAs(world.ask(CODE, await world.signedTx(buyer(3), hash, CODE)))).toBe("409 tx_belongs_to_quote");
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash, "X-Payment-Quote": (await quoteFor()).memo }))).toBe(
      "402 tx_verification_failed/amount_differs",
    );
    const paid = await world.ask(CODE, { "X-Payment-Tx": hash, "X-Payment-Quote": quote.memo });
    expect([paid.status, paid.headers.get("x-payment-token")]).toEqual([200, null]);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash }))).toBe("409 tx_already_used");
    expect((await world.ask(CODE, { "X-Payment-Tx": hash, "X-Payment-Quote": quote.memo })).headers.get("idempotency-replayed")).toBe(
      "true",
    );
  });

  test("a bought bundle pays the call, and its rest comes as a token of the quote's own account", async () => {
    const quote = await quoteFor({ askedUnits: 1_000_000n, endpoint: null });
    const hash = await world.pay(buyer(3), quote.units);
    const { status, headers } = await world.ask(CODE, { "X-Payment-Tx": hash, "X-Payment-Quote": quote.memo });
    expect([status, headers.get("x-payment-token-balance")]).toEqual([200, "49"]);
    expect(await findTokenHolder(world.db, hashToken(headers.get("x-payment-token") ?? ""))).toMatchObject({ posted: 49, held: 0 });
  });

  test("a thief with the hash gets nothing from a proven payment: other signer, other request, later quote", async () => {
    const hash = await world.pay(buyer(0), 60_000n);
    expect(await refusedAs(world.ask(CODE, await world.signedTx(buyer(1), hash, CODE)))).toBe(
      "402 tx_verification_failed/signature_mismatch",
    );
    const own = await world.signedTx(buyer(0), hash, CODE);
    expect(await refusedAs(world.ask("?task=general", own))).toBe("402 tx_verification_failed/signature_mismatch");
    expect(await refusedAs(world.ask(CODE, own, dear))).toBe("402 tx_verification_failed/signature_mismatch");
    const late = await makeQuote(world.db, {
      askedUnits: 50_000n,
      endpoint: null,
      senderWallet: wallet(0),
      caller: "thief",
      now: new Date(),
    });
    await world.db.execute(
      sql`update quotes set units = 60000, created_at = ${new Date(Date.now() + 600_000).toISOString()}::timestamptz, expires_at = ${new Date(Date.now() + 900_000).toISOString()}::timestamptz where units = ${late.units.toString()}::bigint`,
    );
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash, "X-Payment-Quote": late.memo }))).toBe(
      "402 tx_verification_failed/mined_before_quote",
    );
    expect((await world.ask(CODE, own)).status).toBe(200);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash }))).toBe("409 tx_already_used");
  });

  test("a quote that names its payer takes no other wallet's payment", async () => {
    const quote = await quoteFor({ senderWallet: wallet(1) });
    const hash = await world.pay(buyer(0), quote.units);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash, "X-Payment-Quote": quote.memo }))).toBe(
      "402 tx_verification_failed/sender_mismatch",
    );
  });

  test("all that one transaction paid is booked: the call's price, its rest, and other senders' shares", async () => {
    const before = await walletBalance(3);
    const hash = await world.local.transferMany(buyer(3), [
      { units: 20_000n },
      { units: 45_000n },
      { to: buyer(0).address, units: 900_000n },
    ]);
    await world.local.mine(7);
    expect((await world.ask(CODE, { "X-Payment-Tx": hash })).status).toBe(200);
    expect(await walletBalance(3)).toEqual({ posted: before.posted + 2, held: 0 });
    expect(
      await rowsOf(world.db, sql`select units::int, claimed_units::int from observed_transfers where tx_hash = ${hash} order by log_index`),
    ).toEqual([
      { units: 20_000, claimed_units: 20_000 },
      { units: 45_000, claimed_units: 40_000 },
    ]);
  });

  test("what is no payment to us is refused with its reason: another recipient, token, nothing at all, a failure", async () => {
    const elsewhere = await world.local.transfer(buyer(0), 20_000n, buyer(1).address);
    const zero = await world.local.transfer(buyer(0), 0n);
    const other = { address: await world.local.deploy("TestUSDC"), name: "TestUSDC" } as const;
    await world.local.call(buyer(0), other, "mint", [buyer(0).address, 50_000n]);
    const fake = await world.local.call(buyer(0), other, "transfer", [world.local.payTo, 20_000n]);
    await world.local.mine(2);
    const data = encodeFunctionData({
      abi: world.local.contracts.TestUSDC.abi,
      functionName: "transfer",
      args: [world.local.payTo, 10n ** 15n],
    });
    const reverted = await world.local.client.sendTransaction({ account: buyer(0), to: USDC, data, gas: 200_000n });
    await world.local.mine(2);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": reverted }))).toBe("402 tx_verification_failed/tx_failed_on_chain");
    for (const hash of [elsewhere, zero, fake]) {
      expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash }))).toBe("402 tx_verification_failed/no_usdc_transfer_to_wallet");
    }
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": "0x1234" }))).toBe("400 invalid_tx_hash");
  });

  test("what is not sealed yet is asked to wait, never to pay again", async () => {
    const hash = await world.local.transfer(buyer(0), 20_000n);
    const pending = await world.ask(CODE, { "X-Payment-Tx": hash });
    expect([pending.status, pending.body.error, pending.headers.get("retry-after"), pending.headers.get("payment-required")]).toEqual([
      409,
      "tx_not_confirmed",
      "2",
      null,
    ]);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": `0x${"ab".repeat(32)}` }))).toBe("409 tx_not_confirmed");
    await world.local.mine();
    expect((await world.ask(CODE, { "X-Payment-Tx": hash })).status).toBe(200);
  });

  test("a chain that cannot be asked is 503, and nothing is claimed; no answer names its address", async () => {
    const hash = await world.pay(buyer(0), 20_000n);
    world.proxy.behave({ kind: "cut" });
    const { status, body, headers, text } = await world.ask(CODE, { "X-Payment-Tx": hash });
    expect([status, body.error, headers.get("retry-after"), await claimOf(hash)]).toEqual([503, "rpc_unavailable", "5", null]);
    expect(text + JSON.stringify([...headers])).not.toContain("rpc-key");
    world.proxy.behave({ kind: "pass" });
    expect((await world.ask(CODE, { "X-Payment-Tx": hash })).status).toBe(200);
  });

  test("an old hash pays with its payer's signature only", async () => {
    const hash = await world.pay(buyer(0), 20_000n);
    world.proxy.behave(
      {
        kind: "lie",
        alter: (_question, result) =>
          result && { ...(result as object), timestamp: `0x${Math.floor(Date.now() / 1000 - 90_000).toString(16)}` },
      },
      "eth_getBlockByNumber",
    );
    const { status, body } = await world.ask(CODE, { "X-Payment-Tx": hash });
    expect([status, body.error, body.max_age_seconds, body.confirm_at]).toEqual([402, "tx_too_old", 86_400, "/api/payment/confirm"]);
    expect((await world.ask(CODE, await world.signedTx(buyer(0), hash, CODE))).status).toBe(200);
  });

  test("a call that died leaves its hash to the next one, whose charge alone counts", async () => {
    const hash = await world.pay(buyer(0), 20_000n);
    await world.ask(CODE, { "X-Payment-Tx": hash }, failing);
    await world.db.execute(
      sql`update claims set state = 'running', request_hash = 'dead', lease_until = ${new Date(Date.now() + 30_000).toISOString()}::timestamptz where tx_hash = ${hash}`,
    );
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash }))).toBe("409 tx_in_flight");
    await world.db.execute(sql`update claims set lease_until = now() - interval '1 second' where tx_hash = ${hash}`);
    expect((await world.ask(CODE, { "X-Payment-Tx": hash })).status).toBe(200);
    expect(
      await rowsOf(
        world.db,
        sql`select h.status, count(*)::int as holds from holds h where h.account_id = (select account_id from claims where tx_hash = ${hash}) and h.status = 'reserved' group by h.status`,
      ),
    ).toEqual([]);
  });

  test("a contract wallet's payment is its own, by ERC-1271", async () => {
    const owner = buyer(2);
    const smart = await world.local.deployWallet(owner.address);
    await world.local.mint(smart, 100_000n);
    const data = encodeFunctionData({
      abi: world.local.contracts.TestUSDC.abi,
      functionName: "transfer",
      args: [world.local.payTo, 60_000n],
    });
    const hash = await world.local.call(owner, { address: smart, name: "SmartWallet" }, "run", [USDC, data]);
    await world.local.mine(2);
    const { status, headers, body } = await world.ask(CODE, await world.signedTx(owner, hash, CODE));
    expect([status, headers.get("x-payment-token-balance"), body.receipt.token_short]).toEqual([
      200,
      "2",
      `${smart.toLowerCase().slice(0, 10)}...${smart.toLowerCase().slice(-8)}`,
    ]);
  });

  test("one wallet's Idempotency-Key is one call, whatever hash comes with it", async () => {
    const key = { "Idempotency-Key": "my-call-0001-5f1d0c" };
    const first = await world.ask(CODE, { ...key, "X-Payment-Tx": await world.pay(buyer(0), 20_000n) });
    const second = await world.pay(buyer(0), 20_000n);
    const again = await world.ask(CODE, { ...key, "X-Payment-Tx": second });
    expect([again.text, await claimOf(second)]).toEqual([first.text, null]);
    expect(await refusedAs(world.ask("?task=general", { ...key, "X-Payment-Tx": second }))).toBe("422 idempotency_mismatch");
  });

  const openWith = (over: Partial<Rails>, hash: string) => {
    const terms: CallTerms = {
      method: "GET",
      endpoint: "/api/premium/routing",
      credits: 1,
      requestHash: fingerprintRequest("GET", "/api/premium/routing", [["task", "code"]]),
      idempotencyKey: null,
      hasRepeatBreaker: false,
      now: new Date(),
    };
    return openTransactionCall({
      db: world.db,
      rails: { ...configuredRails(), ...over },
      terms,
      resource: { baseUrl: SITE, target: `/api/premium/routing${CODE}`, description: "" },
      credential: { hash, quote: null, signature: null },
    });
  };

  test("where bare hashes are not taken, a signature is asked for, with the text to sign", async () => {
    const hash = await world.pay(buyer(0), 20_000n);
    await expect(openWith({ isBareAllowed: false }, hash)).rejects.toMatchObject({
      code: "proof_required",
      details: { sign: { message: expect.stringContaining(hash) } },
    });
    expect(await claimOf(hash)).toBeNull();
  });

  test("a stop of sales takes no new payment, and keeps what was paid before: the answer again, and an unspent hash", async () => {
    const stopped = { selling: { address: null, isEnabled: false, reason: "stopped" } };
    const [fresh, spent, unspent] = [
      await world.pay(buyer(0), 20_000n),
      await world.pay(buyer(0), 20_000n),
      await world.pay(buyer(0), 20_000n),
    ];
    const first = await world.ask(CODE, { "X-Payment-Tx": spent });
    await world.ask(CODE, { "X-Payment-Tx": unspent }, failing);
    await expect(openWith(stopped, fresh)).rejects.toMatchObject({ code: "payment_disabled" });
    const again = await openWith(stopped, spent);
    expect(isReplay(again) && again.replay.body).toBe(first.text);
    const opened = await openWith(stopped, unspent);
    expect(isReplay(opened)).toBe(false);
    if (!isReplay(opened)) await opened.abandon();
    expect(await claimOf(unspent)).toBe("unspent");
  });

  test("after all of this the books balance", async () => {
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });
});
