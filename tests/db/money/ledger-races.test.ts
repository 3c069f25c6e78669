import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { rowsOf } from "../../support/stores/rows-of";
import { expireHolds } from "@/db/queries/money/call/holds";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver } from "../../support/stores/drivers";
import { capture, fundedAccount, release, reserveFor } from "../../support/money/paid-calls";

const now = new Date("2026-05-15T12:00:00Z");
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

forEachDriver((open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const balanceOf = async (accountId: number) =>
    (
      await rowsOf<{ posted: number; held: number }>(database.db, sql`select posted::int, held::int from accounts where id = ${accountId}`)
    )[0];
  const expectBooksToBalance = async () => expect((await checkLedger(database.db, now)).faults).toEqual([]);

  test("holds for exactly 100 of 300 concurrent calls on 100 credits, and ends at balance zero", async () => {
    const { accountId, token } = await fundedAccount(database.db, 100, now);
    const reservations = await Promise.all(Array.from({ length: 300 }, () => reserveFor(database.db, { token, now })));
    const held = reservations.filter((reservation) => reservation?.isHeld);
    expect([reservations.length, held.length]).toEqual([300, 100]);
    expect(held.map((reservation) => reservation?.spendable).toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index),
    );
    expect(await balanceOf(accountId)).toEqual({ posted: 100, held: 100 });
    const captured = await Promise.all(held.map((reservation) => capture(database.db, reservation?.holdId ?? "", now)));
    expect(captured.filter(Boolean)).toHaveLength(100);
    expect(await balanceOf(accountId)).toEqual({ posted: 0, held: 0 });
    await expectBooksToBalance();
  });

  test("lets exactly one of three captures, a release and a sweep of one hold win", async () => {
    const { accountId, token } = await fundedAccount(database.db, 20, now);
    const held = await Promise.all(Array.from({ length: 20 }, () => reserveFor(database.db, { token, now })));
    const outcomes = await Promise.all(
      held
        .map(async (reservation) => {
          const id = reservation?.holdId ?? "";
          const resolved = await Promise.all([
            capture(database.db, id, now),
            release(database.db, id, now),
            capture(database.db, id, now),
            capture(database.db, id, now),
          ]);
          return resolved.filter(Boolean).length;
        })
        .concat(expireHolds(database.db, now)),
    );
    expect(outcomes).toEqual([...Array.from({ length: 20 }, () => 1), 0]);
    const [{ taken = -1 } = {}] = await rowsOf<{ taken: number }>(
      database.db,
      sql`select count(*)::int as taken from holds where account_id = ${accountId} and status = 'captured'`,
    );
    expect(await balanceOf(accountId)).toEqual({ posted: 20 - taken, held: 0 });
    await expectBooksToBalance();
  });

  test("releases each dead hold once with three concurrent sweepers, even while some calls still capture", async () => {
    const funded = await Promise.all([fundedAccount(database.db, 300, now), fundedAccount(database.db, 300, now)]);
    const held = await Promise.all(
      Array.from({ length: 600 }, (_, index) => reserveFor(database.db, { token: funded[index % 2]?.token ?? "", now })),
    );
    const captures = held.slice(0, 50).map((reservation) => capture(database.db, reservation?.holdId ?? "", later(61)));
    const sweepers = Array.from({ length: 3 }, async () => {
      let expired = 0;
      for (let more = await expireHolds(database.db, later(61)); more > 0; more = await expireHolds(database.db, later(61))) {
        expired += more;
      }
      return expired;
    });
    const expired = (await Promise.all(sweepers)).reduce((sum, many) => sum + many, 0) + (await expireHolds(database.db, later(61)));
    const captured = (await Promise.all(captures)).filter(Boolean).length;
    expect(expired + captured).toBe(600);
    const balances = await Promise.all(funded.map(({ accountId }) => balanceOf(accountId)));
    expect(balances.map((balance) => balance?.held)).toEqual([0, 0]);
    expect(balances.reduce((sum, balance) => sum + (balance?.posted ?? 0), 0)).toBe(600 - captured);
    await expectBooksToBalance();
  });
});
