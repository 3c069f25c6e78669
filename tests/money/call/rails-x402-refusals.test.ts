import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { mnemonicToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { routing } from "@/lib/endpoints/premium/routing";
import { faultsOfLedger } from "../../support/money/money";
import { authorizationStateOf, refusedAs, settlementOf } from "../../support/money/rails-answers";
import { openRailsWorld, type failing, type RailsWorld } from "../../support/money/rails-world";
import { signPayment, type SignedPayment } from "../../support/money/x402-buyers";
import { lacksAnvil } from "../../support/lacks";

const TEST_WORDS = "test test test test test test test test test test test junk";
const CODE = "?task=code";
type Changes = Parameters<typeof signPayment>[3];

describe.skipIf(lacksAnvil())("a signed payment that is refused or misused", () => {
  let world: RailsWorld;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "rails-"));
    writeFileSync(join(folder, "listed.txt"), `${mnemonicToAccount(TEST_WORDS, { addressIndex: 7 }).address}\n`);
    world = await openRailsWorld({ SANCTIONS_LIST_FILE: join(folder, "listed.txt") });
  });
  beforeEach(() => world.proxy.behave({ kind: "pass" }));
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const buyer = (index = 0) => world.local.buyers[index] ?? world.local.buyers[0];
  const received = () => world.local.balanceOf(world.local.payTo);
  const signed = async (query = CODE, changes: Changes = {}, payer = buyer()): Promise<SignedPayment> =>
    signPayment(payer, await world.offered(query), 2, changes);
  const stateOf = (nonce: string) => authorizationStateOf(world.db, nonce);

  test("is refused in version 2 for a changed resource URL", async () => {
    const { headers } = await signed(CODE, { resource: { url: "https://data.example.org/api/premium/other" } });
    expect(await refusedAs(world.ask(CODE, headers))).toBe("409 payment_already_used/wrong_resource");
  });

  test.each([
    "!!!",
    Buffer.from("[]").toString("base64"),
    Buffer.from('{"x402Version":2,"payload":null}').toString("base64"),
    Buffer.from('{"x402Version":7}').toString("base64"),
    "A".repeat(17_000),
  ])("is answered 400, never 500, when the header is invalid (%#)", async (header) => {
    for (const name of ["payment-signature", "x-payment"]) {
      const { status, body } = await world.ask(CODE, { [name]: header });
      expect([status, body.error, body.billing]).toEqual([400, "invalid_payment", { credits_charged: 0, credits_remaining: 0 }]);
    }
  });

  test("gets no answer and no charge when the payer empties the wallet after verification", async () => {
    const poor = buyer(3);
    const { headers, nonce } = await signed("?task=creative", {}, poor);
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

  test("gets no answer when the payer uses the authorization elsewhere after verification", async () => {
    const query = "?task=code&budget=321";
    const { headers, nonce } = await signed(query, {}, buyer(2));
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

  test("is refused with 429 after repeated failures of the wallet, without gas", async () => {
    const payer = buyer(3).address.toLowerCase();
    for (let index = 0; index < 5; index++) {
      await world.db.execute(
        sql`insert into x402_authorizations (asset, payer, nonce, request_hash, state, units, valid_before, lease_until, created_at) values ('0x0', ${payer}, ${`0x${index}`}, '', 'failed', 1, now(), now(), now())`,
      );
    }
    const { headers } = await signed("?task=general", {}, buyer(3));
    expect(await refusedAs(world.ask("?task=general", headers))).toBe("429 too_many_failed_payments");
  });

  test("is not used when the wallet's Idempotency-Key was already answered", async () => {
    const before = await received();
    const key = { "Idempotency-Key": "agent-run-77-5f1d0c" };
    const [one, two] = [await signed(CODE), await signed(CODE)];
    const first = await world.ask(CODE, { ...key, ...one.headers });
    const again = await world.ask(CODE, { ...key, ...two.headers });
    expect([again.status, again.text, await stateOf(two.nonce), await received()]).toEqual([200, first.text, null, before + 20_000n]);
  });

  describe("with the payer's own id (payment-identifier)", () => {
    const identified = (id: unknown) => ({ extensions: { "payment-identifier": { info: { required: false, id }, schema: {} } } });
    const ID = identified("pay_7d5d747be160e280504c099d984bcfe0");

    test("is charged once, though the client lost the answer and signed anew with an empty wallet", async () => {
      const payer = mnemonicToAccount(TEST_WORDS, { addressIndex: 8 });
      await world.local.mint(payer.address, 20_000n);
      const before = await received();
      const query = "?task=code&top_n=6";
      const [one, two] = [await signed(query, ID, payer), await signed(query, ID, payer)];
      const first = await world.ask(query, one.headers);
      const again = await world.ask(query, two.headers);
      expect([first.status, again.status, again.text === first.text, await stateOf(two.nonce)]).toEqual([200, 200, true, null]);
      expect(await received()).toBe(before + 20_000n);
    });

    test("answers another request under the same id with 409, and a stranger's under it as his own", async () => {
      const before = await received();
      const { headers } = await signed("?task=code&top_n=8", ID);
      expect((await world.ask("?task=code&top_n=8", headers)).status).toBe(200);
      const other = await signed("?task=code&top_n=9", ID);
      expect(await refusedAs(world.ask("?task=code&top_n=9", other.headers))).toBe("409 payment_already_used");
      const stranger = await signed("?task=code&top_n=9", ID, buyer(1));
      expect([(await world.ask("?task=code&top_n=9", stranger.headers)).status, await received()]).toEqual([200, before + 40_000n]);
    });

    test.each([
      ["too short", "pay_7"],
      ["of other characters", "pay 7d5d747be160e280504c"],
      ["no text", 12],
    ])("refuses an id that is %s", async (_, id) => {
      const { headers } = await signed(CODE, identified(id));
      expect(await refusedAs(world.ask(CODE, headers))).toBe("400 invalid_payment/invalid_payload");
    });

    test("is offered, and needs no id", async () => {
      const { headers } = await signed("?task=code&top_n=10", identified(undefined));
      expect((await world.ask("?task=code&top_n=10", headers)).status).toBe(200);
    });
  });

  test("cannot pay another call by the transaction that settled it, on any rail", async () => {
    const { headers } = await signed("?task=code&top_n=7");
    const { transaction } = settlementOf((await world.ask("?task=code&top_n=7", headers)).headers, 2);
    await world.local.mine(2);
    expect(await refusedAs(world.ask("?task=general", { "X-Payment-Tx": transaction }))).toBe("409 tx_already_used");
    expect(await refusedAs(world.ask("?task=code&top_n=7", await world.signedTx(buyer(), transaction, "?task=code&top_n=7")))).toBe(
      "409 tx_already_used",
    );
  });

  test("is refused from a sanctioned wallet on both rails, and nothing is taken", async () => {
    const listed = mnemonicToAccount(TEST_WORDS, { addressIndex: 7 });
    await world.local.mint(listed.address, 100_000n);
    const { headers, nonce } = await signed(CODE, {}, listed);
    expect([await refusedAs(world.ask(CODE, headers)), await stateOf(nonce)]).toEqual(["403 sanctions_block", null]);
    const hash = await world.pay(listed, 20_000n);
    expect([
      await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash })),
      await rowsOf(world.db, sql`select 1 from claims where tx_hash = ${hash}`),
    ]).toEqual(["403 sanctions_block", []]);
  });

  test("leaves balanced books", async () => {
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });
});
