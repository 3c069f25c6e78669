import fc from "fast-check";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver } from "../../support/stores/drivers";
import { capture, fundedAccount, release, reserveFor } from "../../support/money/paid-calls";
import { rowsOf } from "../../support/stores/rows-of";

const now = new Date("2026-05-15T12:00:00Z");
const ACCOUNTS = 3;

const world = fc.record({
  balances: fc.array(fc.nat(12), { minLength: ACCOUNTS, maxLength: ACCOUNTS }),
  calls: fc.array(
    fc.record({
      account: fc.nat(ACCOUNTS - 1),
      credits: fc.integer({ min: 1, max: 4 }),
      ending: fc.constantFrom("charge", "waive", "twice"),
    }),
    { minLength: 1, maxLength: 70 },
  ),
});

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

forEachDriver((open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test("calls that share statements open, charge and give back as they would one after the other", async () => {
    const { db } = database;
    const check = async ({ balances, calls }: World): Promise<void> => {
      const accounts = await Promise.all(balances.map((credits) => fundedAccount(db, credits, now)));
      const opened = await Promise.all(
        calls.map(({ account, credits }) => reserveFor(db, { token: accounts[account]?.token ?? "", credits, now })),
      );
      for (const [account, balance] of balances.entries()) {
        const own = calls.flatMap((call, place) => (call.account === account ? [{ ...call, reservation: opened[place] }] : []));
        const held = own.filter(({ reservation }) => reservation?.isHeld);
        const left = held.map(({ reservation }) => reservation?.spendable ?? NaN).toSorted((one, other) => other - one);
        const byBalance = held.toSorted((one, other) => (other.reservation?.spendable ?? 0) - (one.reservation?.spendable ?? 0));
        let spendable = balance;
        // Each was told what was left after it, as in some order of one after the other.
        expect(left).toEqual(byBalance.map(({ credits }) => (spendable -= credits)));
        expect(spendable).toBeGreaterThanOrEqual(0);
        for (const { reservation, credits } of own) if (!reservation?.isHeld) expect(credits).toBeGreaterThan(spendable);
      }
      const endings = await Promise.all(
        calls.map(async ({ ending }, place) => {
          const reservation = opened[place];
          if (!reservation?.isHeld) return null;
          if (ending === "waive") return [await release(db, reservation.holdId, now)];
          return Promise.all(Array.from({ length: ending === "twice" ? 2 : 1 }, () => capture(db, reservation.holdId, now)));
        }),
      );
      expect(endings.every((ending) => ending === null || ending.filter(Boolean).length === 1)).toBe(true);
      for (const [account, balance] of balances.entries()) {
        const spent = calls.reduce(
          (sum, call, place) => sum + (call.account === account && opened[place]?.isHeld && call.ending !== "waive" ? call.credits : 0),
          0,
        );
        const [row] = await rowsOf(db, sql`select posted::int, held::int from accounts where id = ${accounts[account]?.accountId}`);
        expect(row).toEqual({ posted: balance - spent, held: 0 });
      }
      expect((await checkLedger(db, now)).faults).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(world, check), {
      seed: 20_261_123,
      numRuns: process.env.TEST_TIER === "long" ? 300 : 15,
      endOnFailure: true,
    });
  });
});
