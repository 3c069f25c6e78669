import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodePaymentResponseHeader } from "@x402/core/http";
import { sql } from "drizzle-orm";
import { mnemonicToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "@/db/client";
import { routing } from "@/lib/endpoints/premium/routing";
import { findAnvil, NO_ANVIL } from "../../support/money/anvil";
import { serveEndpoint, type EndpointServer } from "../../support/server/endpoint-server";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { dear, failing, openRailsWorld, type RailsWorld } from "../../support/money/rails-world";
import { buyerOfVersion1, buyerOfVersion2, signPayment, type SignedPayment } from "../../support/money/x402-buyers";

if (!findAnvil()) process.stdout.write(`SKIPPED: ${NO_ANVIL}\n`);

const TEST_WORDS = "test test test test test test test test test test test junk";
const CODE = "?task=code";
const VERSIONS = [2, 1] as const;
type Changes = Parameters<typeof signPayment>[3];

describe.skipIf(!findAnvil())("a signed payment for one call", () => {
  let world: RailsWorld;
  let server: EndpointServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "rails-"));
    writeFileSync(join(folder, "listed.txt"), `${mnemonicToAccount(TEST_WORDS, { addressIndex: 7 }).address}\n`);
    world = await openRailsWorld({ SANCTIONS_LIST_FILE: join(folder, "listed.txt") });
    server = await serveEndpoint(routing);
  });
  beforeEach(() => world.proxy.behave({ kind: "pass" }));
  afterAll(async () => {
    await server.stop();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const buyer = (index = 0) => world.local.buyers[index] ?? world.local.buyers[0];
  const received = () => world.local.balanceOf(world.local.payTo);
  const signed = async (
    query = CODE,
    version: 1 | 2 = 2,
    changes: Changes = {},
    payer = buyer(),
    endpoint = routing as Parameters<RailsWorld["offered"]>[1],
  ): Promise<SignedPayment> => signPayment(payer, await world.offered(query, endpoint), version, changes);
  const refusedAs = async (asked: ReturnType<RailsWorld["ask"]>) => {
    const { status, body } = await asked;
    return `${status} ${body.error}${body.reason && body.reason !== body.error ? `/${body.reason}` : ""}`;
  };
  const stateOf = async (nonce: string) =>
    (await rowsOf<{ state: string }>(world.db, sql`select state from x402_authorizations where nonce = ${nonce}`))[0]?.state ?? null;
  const outcomeOf = (headers: Headers, version: 1 | 2) =>
    decodePaymentResponseHeader(headers.get(version === 2 ? "payment-response" : "x-payment-response") ?? "");

  describe("over HTTP, read from one and the same 402", () => {
    test.each([
      ["2", buyerOfVersion2, 2],
      ["1", buyerOfVersion1, 1],
    ] as const)("the published client of version %s gets its answer and is told of its settlement", async (_name, buyerOf, version) => {
      const before = await received();
      const answer = await buyerOf(buyer())(`${server.url}/api/premium/routing?task=code&top_n=${version}`);
      const body = (await answer.json()) as Record<string, Record<string, unknown>>;
      expect([answer.status, body.billing]).toEqual([200, { credits_charged: 1, credits_remaining: 0 }]);
      expect(body.receipt).toMatchObject({
        credits_charged: 1,
        token_short: `${buyer().address.toLowerCase().slice(0, 10)}...${buyer().address.toLowerCase().slice(-8)}`,
      });
      expect(outcomeOf(answer.headers, version)).toMatchObject({
        success: true,
        payer: buyer().address,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      });
      expect([await received(), answer.headers.get("cache-control")]).toEqual([before + 20_000n, "private, no-store"]);
    });

    test("a bearer gets its answer, and so does whoever sends the hash of a transfer", async () => {
      const { bearer } = await fundedToken(world.db, 1);
      expect((await fetch(`${server.url}/api/premium/routing?task=general`, { headers: bearer })).status).toBe(200);
      const demand = (await (await fetch(`${server.url}/api/premium/routing?task=general`)).json()) as {
        payment: { per_call: { amount: string; payTo: string; header: string } };
      };
      const { amount, payTo, header } = demand.payment.per_call;
      const hash = await world.local.transfer(buyer(), BigInt(amount), payTo as `0x${string}`);
      await world.local.mine(2);
      expect((await fetch(`${server.url}/api/premium/routing?task=general`, { headers: { [header]: hash } })).status).toBe(200);
    });
  });

  describe.each(VERSIONS)("of version %d", (version) => {
    test("is settled once the answer is ready, booked to the payer's wallet, and captured", async () => {
      const before = await received();
      const { headers, nonce } = await signed(CODE, version);
      const answer = await world.ask(CODE, headers);
      const { transaction } = outcomeOf(answer.headers, version);
      expect([answer.status, await received(), await stateOf(nonce)]).toEqual([200, before + 20_000n, "settled"]);
      expect(
        await rowsOf(
          world.db,
          sql`select c.rail, c.state, h.status, p.credits from claims c join holds h on h.id = c.hold_id join purchases p on p.tx_hash = c.tx_hash where c.tx_hash = ${transaction}`,
        ),
      ).toEqual([{ rail: "x402", state: "spent", status: "captured", credits: 1 }]);
    });

    test("sent again for the same request it is the same answer; for another request it is refused", async () => {
      const { headers } = await signed(CODE, version);
      const first = await world.ask(CODE, headers);
      const again = await world.ask(CODE, headers);
      expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"]);
      expect(outcomeOf(again.headers, version)).toEqual(outcomeOf(first.headers, version));
      expect(await refusedAs(world.ask("?task=general", headers))).toBe("409 payment_already_used");
    });

    test("ten times at once: one settlement, one answer, others that answer again or a 409", async () => {
      const before = await received();
      const query = `?task=code&min_context=${40 + version}`;
      const { headers } = await signed(query, version, {}, buyer(1));
      const answers = await Promise.all(Array.from({ length: 10 }, () => world.ask(query, headers)));
      expect(await received()).toBe(before + 20_000n);
      const paid = answers.filter(({ status }) => status === 200);
      expect([
        paid.length > 0,
        new Set(paid.map(({ text }) => text)).size,
        paid.filter((answer) => !answer.headers.get("idempotency-replayed")).length,
      ]).toEqual([true, 1, 1]);
      expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.error === "payment_in_flight")).toBe(true);
    });

    test("is not settled for an answer that costs nothing, and may be used again", async () => {
      const before = await received();
      const { headers, nonce } = await signed(CODE, version);
      const failed = await world.ask(CODE, headers, failing);
      expect([
        failed.status,
        failed.body.billing.no_charge_reason,
        failed.headers.get("x-payment-state"),
        await stateOf(nonce),
        await received(),
      ]).toEqual([500, "5xx", "unspent", null, before]);
      await world.readData(new Date(Date.now() - 1_800_000));
      const stale = await world.ask(CODE, headers);
      await world.readData(new Date(Date.now() - 60_000));
      expect([stale.status, stale.body.stale, await received()]).toEqual([200, true, before]);
      expect([(await world.ask(CODE, headers)).status, await received()]).toEqual([200, before + 20_000n]);
    });

    test.each<[string, Changes]>([
      ["wrong_amount", { authorization: { value: "19999" } }],
      ["wrong_amount", { authorization: { value: "60000" } }],
      ["wrong_recipient", { authorization: { to: "0x1111111111111111111111111111111111111111" } }],
      ["expired", { authorization: { validBefore: String(Math.floor(Date.now() / 1000) + 2) } }],
      ["not_yet_valid", { authorization: { validAfter: String(Math.floor(Date.now() / 1000) + 3600) } }],
      ["invalid_signature", { signature: `0x${"11".repeat(65)}` }],
    ])("is refused as %s with the demand again, and nothing is charged", async (reason, changes) => {
      const before = await received();
      const { headers, nonce } = await signed(CODE, version, changes);
      const answer = await world.ask(CODE, headers);
      expect([answer.status, answer.body.error, answer.body.reason, answer.body.billing]).toEqual([
        402,
        "payment_failed",
        reason,
        { credits_charged: 0, credits_remaining: 0 },
      ]);
      expect(answer.headers.get("payment-required")).toMatch(/^[A-Za-z0-9+/=]+$/);
      expect(outcomeOf(answer.headers, version)).toMatchObject({ success: false, errorReason: reason });
      expect([await stateOf(nonce), await received()]).toEqual([null, before]);
    });

    test("signed for another price or in another token's name pays nothing", async () => {
      const cheap = await signed("?task=code", version);
      expect(await refusedAs(world.ask(CODE, cheap.headers, dear))).toBe(
        `402 payment_failed/${version === 2 ? "wrong_resource" : "wrong_amount"}`,
      );
      const terms = await world.offered(CODE);
      const misnamed = await signPayment(buyer(), { ...terms, v2: { ...terms.v2, extra: { name: "USDC", version: "2" } } }, version);
      expect(await refusedAs(world.ask(CODE, misnamed.headers))).toBe(
        `402 payment_failed/${version === 2 ? "wrong_requirements" : "invalid_signature"}`,
      );
    });

    test("is no fault of the payer where the chain cannot be asked, before the answer or after it", async () => {
      for (const method of ["eth_call", "eth_getCode", "eth_estimateGas", "eth_chainId"]) {
        const before = await received();
        const { headers } = await signed(`${CODE}&min_context=${method.length}`, version);
        world.proxy.behave({ kind: "status", status: 500, body: '{"error":"rpc-key"}' }, method);
        const down = await world.ask(`${CODE}&min_context=${method.length}`, headers);
        world.proxy.behave({ kind: "pass" });
        if (down.status === 200) continue;
        expect([
          method,
          down.status,
          down.body.error,
          down.headers.get("retry-after") !== null,
          down.headers.get("payment-required"),
        ]).toEqual([method, 503, "rpc_unavailable", true, null]);
        expect(`${down.text}${JSON.stringify([...down.headers])}`).not.toMatch(/rpc-key|\/v2\/|0x02f8/);
        expect([(await world.ask(`${CODE}&min_context=${method.length}`, headers)).status, await received()]).toEqual([
          200,
          before + 20_000n,
        ]);
      }
    });
  });

  test("version 2 sent for a changed address is refused: the payment is bound to its request", async () => {
    const { headers } = await signed(CODE, 2, { resource: { url: "https://data.example.org/api/premium/other" } });
    expect(await refusedAs(world.ask(CODE, headers))).toBe("402 payment_failed/wrong_resource");
  });

  test.each([
    "!!!",
    Buffer.from("[]").toString("base64"),
    Buffer.from('{"x402Version":2,"payload":null}').toString("base64"),
    Buffer.from('{"x402Version":7}').toString("base64"),
    "A".repeat(17_000),
  ])("what is no payment is 400, never 500 (%#)", async (header) => {
    for (const name of ["payment-signature", "x-payment"]) {
      const { status, body } = await world.ask(CODE, { [name]: header });
      expect([status, body.error, body.billing]).toEqual([400, "invalid_payment", { credits_charged: 0, credits_remaining: 0 }]);
    }
  });

  test("a payer who empties the wallet after the check gets no answer and is not charged", async () => {
    const poor = buyer(3);
    const { headers, nonce } = await signed("?task=creative", 2, {}, poor);
    const drained = {
      ...routing,
      run: async (context: never) => {
        await world.local.transfer(poor, await world.local.balanceOf(poor.address), buyer(0).address);
        return (routing.run as (context: never) => unknown)(context);
      },
    } as unknown as typeof failing;
    const answer = await world.ask("?task=creative", headers, drained);
    expect([answer.status, answer.body.error, answer.body.reason, answer.body.recommendations]).toEqual([
      402,
      "payment_failed",
      "insufficient_balance",
      undefined,
    ]);
    expect([await stateOf(nonce), await refusedAs(world.ask("?task=creative", headers))]).toEqual([
      "failed",
      "402 payment_failed/failed_before",
    ]);
    expect(await rowsOf(world.db, sql`select 1 from stored_answers where key like ${`%${nonce}`}`)).toEqual([]);
  });

  test("a payer who uses the authorization up in another way after the check gets no answer", async () => {
    const query = "?task=code&min_context=321";
    const { headers, nonce } = await signed(query, 2, {}, buyer(2));
    const terms = await world.offered(query);
    const away = await signPayment(buyer(2), terms, 2, { authorization: { to: buyer(1).address, nonce } });
    const { authorization, signature } = (
      JSON.parse(Buffer.from(away.header, "base64").toString()) as {
        payload: { authorization: Record<string, string>; signature: `0x${string}` };
      }
    ).payload;
    const { from, to, value, validAfter, validBefore } = authorization;
    const cancelling = {
      ...routing,
      run: async (context: never) => {
        await world.local.call(buyer(2), { address: terms.v2.asset as `0x${string}`, name: "TestUSDC" }, "transferWithAuthorization", [
          from,
          to,
          value,
          validAfter,
          validBefore,
          nonce,
          signature,
        ]);
        return (routing.run as (context: never) => unknown)(context);
      },
    } as unknown as typeof failing;
    const before = await received();
    const answer = await world.ask(query, headers, cancelling);
    expect([answer.status, answer.body.reason, answer.body.recommendations, await received()]).toEqual([
      402,
      "authorization_used",
      undefined,
      before,
    ]);
  });

  test("a wallet whose payments keep failing is asked to wait, at no cost of gas", async () => {
    const payer = buyer(3).address.toLowerCase();
    for (let index = 0; index < 5; index++) {
      await world.db.execute(
        sql`insert into x402_authorizations (asset, payer, nonce, request_hash, state, units, valid_before, lease_until, created_at) values ('0x0', ${payer}, ${`0x${index}`}, '', 'failed', 1, now(), now(), now())`,
      );
    }
    const { headers } = await signed("?task=general", 2, {}, buyer(3));
    expect(await refusedAs(world.ask("?task=general", headers))).toBe("429 too_many_failed_payments");
  });

  test("one wallet's Idempotency-Key is one call: a second signature for it is not used", async () => {
    const before = await received();
    const key = { "Idempotency-Key": "agent-run-77-5f1d0c" };
    const [one, two] = [await signed(CODE), await signed(CODE)];
    const first = await world.ask(CODE, { ...key, ...one.headers });
    const again = await world.ask(CODE, { ...key, ...two.headers });
    expect([again.status, again.text, await stateOf(two.nonce), await received()]).toEqual([200, first.text, null, before + 20_000n]);
  });

  test("the transaction that settled a call pays no other, on any rail", async () => {
    const { headers } = await signed("?task=code&top_n=7", 2);
    const { transaction } = outcomeOf((await world.ask("?task=code&top_n=7", headers)).headers, 2);
    await world.local.mine(2);
    expect(await refusedAs(world.ask("?task=general", { "X-Payment-Tx": transaction }))).toBe("409 tx_already_used");
    expect(await refusedAs(world.ask("?task=code&top_n=7", await world.signedTx(buyer(), transaction, "?task=code&top_n=7")))).toBe(
      "409 tx_already_used",
    );
  });

  test("eight signed payments at once all settle", async () => {
    const before = await received();
    const payments = await Promise.all(
      Array.from({ length: 8 }, (_, index) => signed(`?task=code&min_context=${100 + index}`, 2, {}, buyer(index % 2))),
    );
    const answers = await Promise.all(payments.map(({ headers }, index) => world.ask(`?task=code&min_context=${100 + index}`, headers)));
    expect([answers.map(({ status }) => status), await received()]).toEqual([Array.from({ length: 8 }, () => 200), before + 160_000n]);
  });

  test("a wallet on the list pays nothing here, on either rail, and nothing of it is taken", async () => {
    const listed = mnemonicToAccount(TEST_WORDS, { addressIndex: 7 });
    await world.local.mint(listed.address, 100_000n);
    const { headers, nonce } = await signed(CODE, 2, {}, listed);
    expect([await refusedAs(world.ask(CODE, headers)), await stateOf(nonce)]).toEqual(["403 sanctions_block", null]);
    const hash = await world.pay(listed, 20_000n);
    expect([
      await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash })),
      await rowsOf(world.db, sql`select 1 from claims where tx_hash = ${hash}`),
    ]).toEqual(["403 sanctions_block", []]);
  });

  test("after all of this the books balance", async () => {
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });
});
