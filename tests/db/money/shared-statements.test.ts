import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { captureHold } from "@/db/queries/money/call/holds";
import { reserveCall } from "@/db/queries/money/call/reserve-call";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { inTransaction, type Db } from "@/db/client";
import { hashToken } from "@/lib/money/base/access-token";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver } from "../../support/stores/drivers";
import { capture, fundedAccount, reserveFor, type FundedAccount } from "../../support/money/paid-calls";
import { rowsOf } from "../../support/stores/rows-of";

const now = new Date("2026-05-15T12:00:00Z");
const many = <Result>(count: number, make: (index: number) => Result): Result[] => Array.from({ length: count }, (_, index) => make(index));

forEachDriver((open) => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await open();
    ({ db } = database);
  });
  afterAll(() => database.close());

  const balanceOf = async (accountId: number) =>
    (await rowsOf<{ posted: number; held: number }>(db, sql`select posted::int, held::int from accounts where id = ${accountId}`))[0];
  /** Rows that one statement wrote share the number of its transaction. */
  const statementsOf = async (accountId: number) =>
    (await rowsOf<{ n: number }>(db, sql`select count(distinct xmin::text)::int as n from holds where account_id = ${accountId}`))[0]?.n;
  const expectBooksToBalance = async () => expect((await checkLedger(db, now)).faults).toEqual([]);

  test("calls that arrive at the same moment share a statement, and so do those that meanwhile wait", async () => {
    const { accountId, token } = await fundedAccount(db, 40, now);
    const first = many(30, () => reserveFor(db, { token, now }));
    await nextTurn();
    const held = await Promise.all([...first, ...many(10, () => reserveFor(db, { token, now }))]);
    expect(await statementsOf(accountId)).toBe(2);
    expect(await Promise.all(held.map((one) => capture(db, one?.holdId ?? "", now)))).toEqual(many(40, () => true));
    expect(await statementsOf(accountId)).toBe(1);
    expect(await balanceOf(accountId)).toEqual({ posted: 0, held: 0 });
    await expectBooksToBalance();
  });

  test("opens exactly three of five calls on a balance of three, each with what is left after its own place", async () => {
    const { accountId, token } = await fundedAccount(db, 3, now);
    const other = await fundedAccount(db, 1, now);
    const opened = await Promise.all(
      [{ token: other.token }, ...many(5, () => ({ token }))].map((call) => reserveFor(db, { ...call, now })),
    );
    expect(opened.map((one) => [one?.isHeld, one?.spendable])).toEqual([
      [true, 0],
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
    expect(await balanceOf(accountId)).toEqual({ posted: 3, held: 3 });
  });

  test("a cheap call behind one that is too dear gets what is left", async () => {
    const { token } = await fundedAccount(db, 3, now);
    const opened = await Promise.all([1, 1, 5, 1].map((credits) => reserveFor(db, { token, credits, now })));
    expect(opened.map((one) => [one?.isHeld, one?.spendable])).toEqual([
      [true, 2],
      [true, 1],
      [false, 1],
      [true, 0],
    ]);
  });

  test("refusals of a shared statement are those of a call alone: unknown, revoked, suspended", async () => {
    const [good, revoked, suspended] = await Promise.all(many(3, () => fundedAccount(db, 5, now)));
    await db.execute(sql`update tokens set revoked_at = ${now.toISOString()}::timestamptz where id = ${revoked?.tokenId}`);
    await db.execute(sql`update tokens set suspended_until = '2026-05-15T13:00:00Z' where id = ${suspended?.tokenId}`);
    const tokens = ["unknown", good?.token, revoked?.token, suspended?.token, good?.token].map(String);
    const answers = await Promise.all(tokens.map((token) => reserveFor(db, { token, now })));
    expect(answers.map((one) => one && [one.isHeld, one.spendable, one.suspendedUntil?.toISOString() ?? null])).toEqual([
      null,
      [true, 4, null],
      null,
      [false, 5, "2026-05-15T13:00:00.000Z"],
      [true, 3, null],
    ]);
  });

  test("a repeat is counted once for each call, whether it was held in a shared statement or not", async () => {
    const { accountId, token } = await fundedAccount(db, 2, now);
    const call = (index: number) => ({
      tokenHash: hashToken(token),
      holdId: `hold_repeat_${index}`,
      credits: 1,
      method: "GET",
      endpoint: "/api/premium/routing",
      now,
      expiresAt: new Date(now.getTime() + 60_000),
      repeatKey: `repeat:test:${accountId}`,
      idempotency: null,
    });
    const held = await Promise.all(many(4, (index) => reserveCall(db, call(index))));
    expect(held.map((one) => one?.isHeld)).toEqual([true, true, false, false]);
    const [counter] = await rowsOf<{ n: number }>(
      db,
      sql`select cardinality(recent) as n from call_counters where key = ${`repeat:test:${accountId}`}`,
    );
    expect(counter?.n).toBe(4);
  });

  test("one poisoned call among fifty fails alone", async () => {
    const accounts = await Promise.all(many(5, () => fundedAccount(db, 10, now)));
    const holds = await Promise.all(many(50, (index) => reserveFor(db, { token: (accounts[index % 5] as FundedAccount).token, now })));
    const receipt = (id: string) => ({ id, day: "2026-05-15", leafHash: "00".repeat(32), body: "{}" });
    const outcomes = await Promise.allSettled(
      holds.map((one, index) =>
        captureHold(db, {
          holdId: one?.holdId ?? "",
          receipt: receipt(index === 20 || index === 30 ? "rcpt_same" : `rcpt_${one?.holdId}`),
          stored: null,
          answer: null,
          now,
        }),
      ),
    );
    const failed = outcomes.flatMap((outcome, index) => (outcome.status === "rejected" ? [index] : []));
    expect(failed).toHaveLength(1);
    expect([20, 30]).toContain(failed[0]);
    const balances = await Promise.all(accounts.map(({ accountId }) => balanceOf(accountId)));
    expect(balances.reduce((sum, balance) => sum + (balance?.posted ?? 0), 0)).toBe(1);
    expect(balances.reduce((sum, balance) => sum + (balance?.held ?? 0), 0)).toBe(1);
    await expectBooksToBalance();
  });

  test("calls within a transaction are taken back with it", async () => {
    const { accountId, token } = await fundedAccount(db, 4, now);
    const rolledBack = inTransaction(db, async (tx) => {
      const held = await reserveFor(tx, { token, now });
      await capture(tx, held?.holdId ?? "", now);
      throw new Error("taken back");
    });
    await expect(rolledBack).rejects.toThrow("taken back");
    expect(await balanceOf(accountId)).toEqual({ posted: 4, held: 0 });
  });
});
