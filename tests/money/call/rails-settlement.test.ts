import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { faultsOfLedger } from "../../support/money/money";
import { authorizationStateOf, refusedAs, settlementOf } from "../../support/money/rails-answers";
import { openRailsWorld, type RailsWorld } from "../../support/money/rails-world";
import { signPayment, type SignedPayment } from "../../support/money/x402-buyers";
import { lacksAnvil } from "../../support/lacks";

describe.skipIf(lacksAnvil())("a signed payment that was sent but is not seen in time", () => {
  let world: RailsWorld;
  beforeAll(async () => {
    world = await openRailsWorld();
  });
  beforeEach(() => world.proxy.behave({ kind: "pass" }));
  afterAll(() => world.close());

  const buyer = () => world.local.buyers[0];
  const received = () => world.local.balanceOf(world.local.payTo);
  const signed = async (query: string): Promise<SignedPayment> => signPayment(buyer(), await world.offered(query), 2);
  const stateOf = (nonce: string) => authorizationStateOf(world.db, nonce);

  test("answers 503 and never another 402, and a retry gets the stored answer once it has settled", async () => {
    const before = await received();
    const query = "?task=code&budget=7777";
    const { headers, nonce } = await signed(query);
    world.proxy.behave({ kind: "lie", alter: () => null }, "eth_getTransactionReceipt");
    const pending = await world.ask(query, headers);
    expect([
      pending.status,
      pending.body.error,
      pending.headers.get("retry-after"),
      pending.headers.get("payment-required"),
      pending.body.recommendations,
    ]).toEqual([503, "settlement_pending", "2", null, undefined]);
    expect([await stateOf(nonce), await received()]).toEqual(["settling", before + 20_000n]);
    const thief = await world.ask("?task=general", { "X-Payment-Tx": pending.body.transaction as string });
    expect(thief.status).toBe(409);
    world.proxy.behave({ kind: "pass" });
    await world.local.mine(2);
    expect(await refusedAs(world.ask("?task=general", { "X-Payment-Tx": pending.body.transaction as string }))).toBe("409 tx_in_flight");
    const late = await world.ask(query, headers);
    expect([late.status, late.body.billing, settlementOf(late.headers).transaction, await received()]).toEqual([
      200,
      { credits_charged: 1, credits_remaining: 0 },
      pending.body.transaction,
      before + 20_000n,
    ]);
    expect([await stateOf(nonce), (await world.ask(query, headers)).text]).toEqual(["settled", late.text]);
  });

  /** The rows of a process that died with its answer stored and its payment's outcome unknown. */
  async function interrupted(query: string, row: { txHash?: string; validBefore?: Date; day?: string }): Promise<SignedPayment> {
    const [done, next] = [await signed(query), await signed(query)];
    expect((await world.ask(query, done.headers)).status).toBe(200);
    const receipt = {
      day: row.day ?? new Date().toISOString().slice(0, 10),
      id: `rcpt_${next.nonce.slice(2, 18)}`,
      leafHash: "00".repeat(32),
      body: "{}",
    };
    await world.db.execute(sql`
      insert into x402_authorizations (asset, payer, nonce, request_hash, state, units, valid_before, receipt, tx_hash, lease_until, created_at)
      select asset, payer, ${next.nonce}, request_hash, 'settling', units, ${(row.validBefore ?? new Date(Date.now() + 170_000)).toISOString()}::timestamptz, ${JSON.stringify(receipt)}::jsonb, ${row.txHash ?? null}, now() - interval '1 second', created_at
      from x402_authorizations where nonce = ${done.nonce}`);
    await world.db.execute(sql`
      insert into stored_answers (scope, key, request_hash, status, headers, body, lease_until, created_at)
      select scope, replace(key, ${done.nonce}, ${next.nonce}), request_hash, status, headers, body, lease_until, created_at from stored_answers where key like ${`%${done.nonce}`}`);
    return next;
  }

  test("is sent by a retry when its process died before sending it", async () => {
    const query = "?task=code&budget=8888";
    const { headers, nonce } = await interrupted(query, {});
    const before = await received();
    const answers = await Promise.all([world.ask(query, headers), world.ask(query, headers)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([await stateOf(nonce), await received()]).toEqual(["settled", before + 20_000n]);
  });

  test("gets a signed and logged receipt of the next day when it settles then", async () => {
    const query = "?task=code&budget=9999";
    const { headers } = await interrupted(query, { day: "2026-01-01" });
    const { status, body } = await world.ask(query, headers);
    expect([status, await rowsOf(world.db, sql`select day::text from receipts where id = ${body.receipt.id as string}`)]).toEqual([
      200,
      [{ day: new Date().toISOString().slice(0, 10) }],
    ]);
  });

  test("is sent again by a retry when its stored transaction was lost", async () => {
    const query = "?task=code&budget=6666";
    const { headers, nonce } = await interrupted(query, { txHash: `0x${"cc".repeat(32)}` });
    const before = await received();
    const again = await world.ask(query, headers);
    expect([again.status, settlementOf(again.headers).success, await stateOf(nonce), await received()]).toEqual([
      200,
      true,
      "settled",
      before + 20_000n,
    ]);
  });

  test("is waited for and not sent twice while its transaction is pending", async () => {
    const query = "?task=code&budget=4444";
    const { headers } = await signed(query);
    await world.local.setAutomine(false);
    const first = world.ask(query, headers);
    while (!world.proxy.requestedMethods.includes("eth_getTransactionReceipt")) await new Promise((resolve) => setTimeout(resolve, 20));
    await world.db.execute(
      sql`update x402_authorizations set lease_until = now() - interval '1 second' where state = 'settling' and lease_until > now()`,
    );
    world.proxy.behave({ kind: "pass" });
    const second = world.ask(query, headers);
    while (!world.proxy.requestedMethods.includes("eth_getTransactionByHash")) await new Promise((resolve) => setTimeout(resolve, 20));
    await world.local.setAutomine(true);
    await world.local.mine();
    const answers = await Promise.all([first, second]);
    expect([
      answers.map(({ status }) => status),
      answers[0].text === answers[1].text,
      world.proxy.requestedMethods.includes("eth_sendRawTransaction"),
    ]).toEqual([[200, 200], true, false]);
  });

  test("fails only once the chain's own time is past its expiry", async () => {
    const query = "?task=code&budget=5555";
    const waiting = await interrupted(query, { txHash: `0x${"cd".repeat(32)}` });
    world.proxy.behave({ kind: "error", code: 3, message: "execution reverted: transfer amount exceeds balance" }, "eth_estimateGas");
    expect(await refusedAs(world.ask(query, waiting.headers))).toBe("503 settlement_pending");
    world.proxy.behave({ kind: "pass" });
    const over = await interrupted(query, { txHash: `0x${"ce".repeat(32)}`, validBefore: new Date(Date.now() - 60_000) });
    expect(await refusedAs(world.ask(query, over.headers))).toBe("402 payment_failed/expired");
    expect(await stateOf(over.nonce)).toBe("failed");
  });

  test("leaves balanced books", async () => {
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });
});
