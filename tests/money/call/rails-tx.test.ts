import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { rowsOf } from "../../support/stores/rows-of";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken } from "@/lib/money/base/access-token";
import { isReplay } from "@/lib/money/call/paid-call";
import { faultsOfLedger } from "../../support/money/money";
import { claimStateOf, openBareCall, refusedAs } from "../../support/money/rails-answers";
import { expensive, failing, openRailsWorld, type RailsWorld } from "../../support/money/rails-world";
import { lacksAnvil } from "../../support/lacks";

const CODE = "?task=code";

describe.skipIf(lacksAnvil())("a transaction that pays one call", () => {
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
  const claimOf = (hash: string) => claimStateOf(world.db, hash);

  test("pays for one call by a bare hash, with no surplus and no token", async () => {
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

  test("answers the same request again, and refuses every other use of the hash", async () => {
    const hash = await world.pay(buyer(), 20_000n);
    const first = await world.ask(CODE, { "X-Payment-Tx": hash });
    const again = await world.ask(CODE, { "X-Payment-Tx": hash.toUpperCase().replace("0X", "0x") });
    expect([again.status, again.headers.get("idempotency-replayed"), again.text]).toEqual([200, "true", first.text]);
    expect(await refusedAs(world.ask("?task=general", { "X-Payment-Tx": hash }))).toBe("409 tx_already_used");
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash }, expensive))).toBe("409 tx_already_used");
  });

  test("answers one of twenty concurrent calls with one hash", async () => {
    const hash = await world.pay(buyer(), 20_000n);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.ask(`?task=code&budget=${1000 + index}`, { "X-Payment-Tx": hash })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
      new Set(refused.map(({ body }) => `409 ${body.error === "tx_in_flight" ? "tx_in_flight" : "tx_already_used"}`)),
    );
  });

  test("keeps a surplus in the payer's wallet account, and returns it as a token for the payer's signature", async () => {
    const before = await walletBalance(1);
    const bare = await world.pay(buyer(1), 70_000n);
    const paid = await world.ask("?task=general", { "X-Payment-Tx": bare });
    expect([paid.status, paid.body.billing]).toEqual([
      200,
      {
        credits_charged: 1,
        credits_remaining: 0,
        surplus: {
          credits: 2,
          wallet: wallet(1),
          how_to_collect: expect.stringMatching(
            /claim-message\?purpose=tokens.* of purpose=rotate, and POST \/api\/payment\/tokens\/rotate/,
          ),
        },
      },
    ]);
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
    expect(await findTokenHolder(world.db, hashToken(token), new Date())).toMatchObject({ posted: before.posted + 4 });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test("repeats the answer for the same signature without the token, which is stored nowhere in clear text", async () => {
    const hash = await world.pay(buyer(1), 60_000n);
    const headers = await world.signedTx(buyer(1), hash, CODE);
    const token = (await world.ask(CODE, headers)).headers.get("x-payment-token") ?? "";
    const again = await world.ask(CODE, headers);
    expect([again.status, again.headers.get("idempotency-replayed"), again.headers.get("x-payment-token")]).toEqual([200, "true", null]);
    expect(await rowsOf(world.db, sql`select 1 from stored_answers s where s::text like ${`%${token}%`}`)).toEqual([]);
    expect(await refusedAs(world.ask(CODE, { "X-Payment-Tx": hash }))).toBe("409 tx_already_used");
  });

  test("stays unspent after an uncharged answer and pays for one later call of any price", async () => {
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
    expect((await world.ask("?task=general", { "X-Payment-Tx": hash }, expensive)).body.billing).toEqual({
      credits_charged: 3,
      credits_remaining: 0,
    });
    expect([await claimOf(hash), await walletBalance(2)]).toEqual(["spent", { posted: 0, held: 0 }]);
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("pays for no more than it brought, even if its wallet has more credits", async () => {
    await world.ask(CODE, { "X-Payment-Tx": await world.pay(buyer(2), 200_000n) });
    const hash = await world.pay(buyer(2), 20_000n);
    await world.ask(CODE, { "X-Payment-Tx": hash }, failing);
    const { status, body } = await world.ask(CODE, { "X-Payment-Tx": hash }, expensive);
    expect([status, body.error, body.tx_credits, body.required, body.shortfall]).toEqual([402, "insufficient_credits_from_tx", 1, 3, 2]);
    expect((await world.ask(CODE, { "X-Payment-Tx": hash })).status).toBe(200);
  });

  test("reports the shortfall of a payment that is too small, which stays claimable", async () => {
    const hash = await world.pay(buyer(), 40_000n);
    const { status, body } = await world.ask(CODE, { "X-Payment-Tx": hash }, expensive);
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

  test("books everything it paid: the price, the surplus and other transfers", async () => {
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

  test("passes to the next call when its call died, and is charged once", async () => {
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

  test("is not used when the wallet's Idempotency-Key was already answered", async () => {
    const key = { "Idempotency-Key": "my-call-0001-5f1d0c" };
    const first = await world.ask(CODE, { ...key, "X-Payment-Tx": await world.pay(buyer(0), 20_000n) });
    const second = await world.pay(buyer(0), 20_000n);
    const again = await world.ask(CODE, { ...key, "X-Payment-Tx": second });
    expect([again.text, await claimOf(second)]).toEqual([first.text, null]);
    expect(await refusedAs(world.ask("?task=general", { ...key, "X-Payment-Tx": second }))).toBe("422 idempotency_mismatch");
  });

  test("is refused while sales are stopped, except for a stored answer or an unspent hash", async () => {
    const stopped = { selling: { address: null, isEnabled: false, reason: "stopped" } };
    const [fresh, spent, unspent] = [
      await world.pay(buyer(0), 20_000n),
      await world.pay(buyer(0), 20_000n),
      await world.pay(buyer(0), 20_000n),
    ];
    const first = await world.ask(CODE, { "X-Payment-Tx": spent });
    await world.ask(CODE, { "X-Payment-Tx": unspent }, failing);
    await expect(openBareCall(world.db, stopped, fresh)).rejects.toMatchObject({ code: "payment_disabled" });
    const again = await openBareCall(world.db, stopped, spent);
    expect(isReplay(again) && again.replay.body).toBe(first.text);
    const opened = await openBareCall(world.db, stopped, unspent);
    expect(isReplay(opened)).toBe(false);
    if (!isReplay(opened)) await opened.abandon();
    expect(await claimOf(unspent)).toBe("unspent");
  });

  test("leaves balanced books", async () => {
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });
});
