import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { faultsOfLedger } from "../support/money/money";
import { sellingWorld, type SellingWorld, type TextAnswer } from "../support/money/selling-world";
import type { TestServer } from "../support/server/server";
import type { SignedPayment } from "../support/money/x402-buyers";
import { inTier, isForLongTier, lacksAnvil } from "../support/lacks";

const CODE = "?task=code";
const RETRY_MS = 2000;

describe.skipIf(lacksAnvil())("a server killed between storing a payment's transaction and sending it", () => {
  let world: SellingWorld;
  beforeAll(async () => {
    world = await sellingWorld();
  });
  afterAll(() => world?.close());

  const received = () => world.chain.balanceOf(world.chain.payTo);
  const query = (budget: number) => `${CODE}&budget=${budget}`;

  async function interrupted(budget: number, buyer: 0 | 1 | 2, seconds?: number): Promise<SignedPayment> {
    const dying = await world.start({ CRASH_AT: "claim:noted" });
    const payment = await world.signed(dying, query(budget), world.chain.buyers[buyer], seconds);
    await expect(world.ask(dying, query(budget), payment.headers)).rejects.toThrow("fetch failed");
    expect(await dying.stop()).toBeNull();
    // The long tier waits for the dead process's lease to end.
    if (inTier(true, false)) await world.reading((db) => rowsOf(db, sql`update x402_authorizations set lease_until = now()`));
    return payment;
  }

  const rowOf = (nonce: string) =>
    world.reading(
      async (db) =>
        (
          await rowsOf(
            db,
            sql`select state, tx_hash is not null as noted, sending is not null as kept from x402_authorizations where nonce = ${nonce}`,
          )
        )[0],
    );
  const usages = () =>
    world.reading(
      async (db) =>
        (await rowsOf<{ usages: number }>(db, sql`select count(*)::int as usages from ledger_transactions where kind = 'usage'`))[0]
          ?.usages ?? 0,
    );

  /** Repeats the request with the same payment, as a client does, until the answer has no Retry-After. */
  async function retried(
    server: TestServer,
    budget: number,
    { headers }: SignedPayment,
  ): Promise<{ last: TextAnswer; refusals: Set<number> }> {
    const refusals = new Set<number>();
    for (;;) {
      const last = await world.ask(server, query(budget), headers);
      if (last.retryAfter === null) return { last, refusals };
      refusals.add(last.status);
      await delay(RETRY_MS);
    }
  }

  /** Repeats the job until its runs together have printed each of these outcomes, in any order. */
  async function runUntil(...outcomes: readonly string[]): Promise<void> {
    for (let output = ""; ; await delay(RETRY_MS)) {
      output += await world.runJob("settle-payments");
      if (outcomes.every((outcome) => output.includes(outcome))) return;
    }
  }

  test("settles the payment once on a retry, while a plain hash of the same wallet pays", async () => {
    const [before, charged] = [await received(), await usages()];
    const payment = await interrupted(1001, 0);
    expect([await rowOf(payment.nonce), await received()]).toEqual([{ state: "settling", noted: true, kept: true }, before]);
    const server = await world.start();
    const hash = await world.chain.transfer(world.chain.buyers[0], 20_000n);
    await world.chain.mine(2);
    expect((await world.ask(server, query(1002), { "X-Payment-Tx": hash })).status).toBe(200);
    const { last, refusals } = await retried(server, 1001, payment);
    expect([last.status, JSON.parse(last.text).billing]).toEqual([200, { credits_charged: 1, credits_remaining: 0 }]);
    expect(refusals.has(402)).toBe(false);
    expect((await world.ask(server, query(1001), payment.headers)).text).toBe(last.text);
    expect(await received()).toBe(before + 40_000n);
    expect(await server.stop()).toBe(0);
    expect([await rowOf(payment.nonce), await usages(), await world.reading(faultsOfLedger)]).toEqual([
      { state: "settled", noted: true, kept: false },
      charged + 2,
      [],
    ]);
  });

  test.skipIf(isForLongTier())(
    "settles one payment and ends an expired one by the job alone, and the caller gets the stored answer",
    async () => {
      const [before, charged] = [await received(), await usages()];
      const lost = await interrupted(2001, 1, 20);
      const kept = await interrupted(2002, 2);
      const server = await world.start();
      await world.chain.mine();
      await runUntil('"settled":1', '"ended":1');
      expect(await received()).toBe(before + 20_000n);
      const answer = await world.ask(server, query(2002), kept.headers);
      expect([answer.status, JSON.parse(answer.text).billing]).toEqual([200, { credits_charged: 1, credits_remaining: 0 }]);
      const over = await world.ask(server, query(2001), lost.headers);
      expect([over.status, JSON.parse(over.text).error]).toEqual([402, "payment_failed"]);
      expect(await server.stop()).toBe(0);
      expect([await rowOf(kept.nonce), await rowOf(lost.nonce)]).toEqual([
        { state: "settled", noted: true, kept: false },
        { state: "failed", noted: true, kept: false },
      ]);
      expect([await usages(), await world.reading(faultsOfLedger)]).toEqual([charged + 1, []]);
    },
  );
});
