import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken } from "@/lib/money/base/access-token";
import { makeQuote } from "@/lib/money/purchase/make-quote";
import { USDC } from "../../support/money/chain";
import { faultsOfLedger } from "../../support/money/money";
import { claimStateOf, openBareCall, refusedAs } from "../../support/money/rails-answers";
import { expensive, openRailsWorld, type RailsWorld } from "../../support/money/rails-world";
import { lacksAnvil } from "../../support/lacks";

const CODE = "?task=code";

describe.skipIf(lacksAnvil())("the proof that a transaction pays for a call", () => {
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
  const claimOf = (hash: string) => claimStateOf(world.db, hash);
  const quoteFor = (over: { requestedUnits?: bigint; endpoint?: string | null; senderWallet?: string | null } = {}) =>
    makeQuote(world.db, {
      requestedUnits: 20_000n,
      endpoint: "/api/premium/routing",
      senderWallet: null,
      caller: `caller-${Math.random()}`,
      now: new Date(Date.now() - 60_000),
      ...over,
    });

  test("is the quote's memo for a quoted amount, which nobody can spend without the memo", async () => {
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

  test("lets a purchased bundle pay for the call and returns the rest as a token", async () => {
    const quote = await quoteFor({ requestedUnits: 1_000_000n, endpoint: null });
    const hash = await world.pay(buyer(3), quote.units);
    const { status, headers } = await world.ask(CODE, { "X-Payment-Tx": hash, "X-Payment-Quote": quote.memo });
    expect([status, headers.get("x-payment-token-balance")]).toEqual([200, "49"]);
    expect(await findTokenHolder(world.db, hashToken(headers.get("x-payment-token") ?? ""), new Date())).toMatchObject({
      posted: 49,
      held: 0,
    });
  });

  test("is refused to a thief with another signer, another request or a later quote", async () => {
    const hash = await world.pay(buyer(0), 60_000n);
    expect(await refusedAs(world.ask(CODE, await world.signedTx(buyer(1), hash, CODE)))).toBe(
      "402 tx_verification_failed/signature_mismatch",
    );
    const own = await world.signedTx(buyer(0), hash, CODE);
    expect(await refusedAs(world.ask("?task=general", own))).toBe("402 tx_verification_failed/signature_mismatch");
    expect(await refusedAs(world.ask(CODE, own, expensive))).toBe("402 tx_verification_failed/signature_mismatch");
    const late = await makeQuote(world.db, {
      requestedUnits: 50_000n,
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

  test("is refused when another wallet pays a quote that names its payer", async () => {
    const quote = await quoteFor({ senderWallet: wallet(1) });
    const hash = await world.pay(buyer(0), quote.units);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash, "X-Payment-Quote": quote.memo }))).toBe(
      "402 tx_verification_failed/sender_mismatch",
    );
  });

  test("is refused with the reason for another recipient, another token, a zero amount and a failure", async () => {
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

  test("asks to wait for an unsealed block, never to pay again", async () => {
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

  test("answers 503 without a claim when the chain is unavailable, and never names the endpoint", async () => {
    const hash = await world.pay(buyer(0), 20_000n);
    world.proxy.behave({ kind: "cut" });
    const { status, body, headers, text } = await world.ask(CODE, { "X-Payment-Tx": hash });
    expect([status, body.error, headers.get("retry-after"), await claimOf(hash)]).toEqual([503, "rpc_unavailable", "5", null]);
    expect(text + JSON.stringify([...headers])).not.toContain("rpc-key");
    world.proxy.behave({ kind: "pass" });
    expect((await world.ask(CODE, { "X-Payment-Tx": hash })).status).toBe(200);
  });

  test("needs the payer's signature for an old hash", async () => {
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

  test("accepts a contract wallet by ERC-1271", async () => {
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

  test("asks for a signature, with the text to sign, when bare hashes are not allowed", async () => {
    const hash = await world.pay(buyer(0), 20_000n);
    await expect(openBareCall(world.db, { isBareAllowed: false }, hash)).rejects.toMatchObject({
      code: "proof_required",
      details: { sign: { message: expect.stringContaining(hash) } },
    });
    expect(await claimOf(hash)).toBeNull();
  });

  test("leaves balanced books", async () => {
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });
});
