import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { findTransaction } from "@/db/queries/money/ledger/journal";
import { post, SYSTEM } from "@/db/queries/money/ledger/ledger";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { refundUsage } from "@/db/queries/money/ledger/refunds";
import { grantSides } from "@/lib/money/tokens/ledger-commands";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver } from "../../support/stores/drivers";
import { capture, chargedCall, fundedAccount, release, reserveFor } from "../../support/money/paid-calls";

const now = new Date("2026-05-15T12:00:00Z");

/** Messages and constraints of the error and its causes. The query builder wraps database errors. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error("it was done"),
    (fault: unknown) => fault,
  );
  const messages: string[] = [];
  for (let current = error; current instanceof Error; current = current.cause) {
    messages.push(current.message, "constraint" in current ? String(current.constraint) : "");
  }
  return messages.join(" | ");
}

forEachDriver((open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const run = (statement: SQL) => database.db.execute(statement);
  const balanceOf = async (accountId: number) =>
    (
      await rowsOf<{ posted: number; held: number }>(database.db, sql`select posted::int, held::int from accounts where id = ${accountId}`)
    )[0];
  const faults = async () => (await checkLedger(database.db, now)).faults;

  describe("the journal", () => {
    test.each(["ledger_transactions", "ledger_entries"])(
      "%s refuses every statement that updates, deletes or truncates it",
      async (table) => {
        await fundedAccount(database.db, 5, now);
        const before = await rowsOf(database.db, sql`select count(*)::int as rows from ${sql.identifier(table)}`);
        const column = sql.identifier(table === "ledger_entries" ? "amount" : "note");
        for (const statement of [
          sql`update ${sql.identifier(table)} set ${column} = ${column}`,
          sql`delete from ${sql.identifier(table)}`,
          sql`delete from ${sql.identifier(table)} where false`,
          sql`truncate ${sql.identifier(table)} cascade`,
          sql`with gone as (delete from ${sql.identifier(table)} returning 1) select count(*) from gone`,
        ]) {
          expect(await refusalOf(run(statement))).toContain("append-only");
        }
        expect(await rowsOf(database.db, sql`select count(*)::int as rows from ${sql.identifier(table)}`)).toEqual(before);
      },
    );

    test("refuses a transaction that does not sum to zero in every unit, and keeps nothing of it", async () => {
      const { accountId } = await fundedAccount(database.db, 5, now);
      const unbalanced = [
        [{ accountId, unit: "credit" as const, amount: 5 }],
        [
          { accountId, unit: "credit" as const, amount: 5 },
          { accountId: SYSTEM.sales, unit: "credit" as const, amount: -4 },
        ],
        [
          { accountId, unit: "credit" as const, amount: 5 },
          { accountId: SYSTEM.sales, unit: "usdc_base_unit" as const, amount: -5 },
        ],
      ];
      for (const sides of unbalanced) {
        const externalRef = `test:${randomUUID()}`;
        expect(await refusalOf(post(database.db, { kind: "grant", externalRef, sides }, now))).toContain("ledger_entries_sum_to_zero");
        expect(await rowsOf(database.db, sql`select id from ledger_transactions where external_ref = ${externalRef}`)).toEqual([]);
      }
      expect(await balanceOf(accountId)).toEqual({ posted: 5, held: 0 });
    });

    test("refuses entries added later unless they also sum to zero", async () => {
      const { accountId } = await fundedAccount(database.db, 5, now);
      const [transaction] = await rowsOf<{ id: number }>(
        database.db,
        sql`insert into ledger_transactions (kind, at, external_ref) values ('grant', ${now.toISOString()}::timestamptz, ${randomUUID()}) returning id::int`,
      );
      expect(await refusalOf(run(sql`insert into ledger_entries values (${transaction?.id}, ${accountId}, 'credit', 7)`))).toContain(
        "sum_to_zero",
      );
      expect(await refusalOf(run(sql`insert into ledger_entries values (${transaction?.id}, ${accountId}, 'credit', 0)`))).toContain(
        "ledger_entries_not_zero",
      );
    });

    test("writes an external reference once for concurrent posts", async () => {
      const { accountId } = await fundedAccount(database.db, 0, now);
      const movement = { kind: "grant" as const, externalRef: `test:${randomUUID()}`, sides: grantSides(accountId, 3) };
      const written = await Promise.all(Array.from({ length: 20 }, () => post(database.db, movement, now)));
      expect(written.filter((id) => id !== null)).toHaveLength(1);
      expect(await balanceOf(accountId)).toEqual({ posted: 3, held: 0 });
    });
  });

  describe("a balance", () => {
    test("never falls below its holds", async () => {
      const { accountId, token } = await fundedAccount(database.db, 5, now);
      await reserveFor(database.db, { token, credits: 3, now });
      expect(
        await refusalOf(post(database.db, { kind: "reversal", externalRef: randomUUID(), sides: grantSides(accountId, -3) }, now)),
      ).toContain("accounts_no_overdraft");
      expect(await refusalOf(run(sql`update accounts set held = 6 where id = ${accountId}`))).toContain("accounts_no_overdraft");
      expect(await refusalOf(run(sql`update accounts set held = -1 where id = ${accountId}`))).toContain("accounts_held_not_negative");
      expect(await balanceOf(accountId)).toEqual({ posted: 5, held: 3 });
    });

    test("is held, captured and released exactly", async () => {
      const { accountId, token } = await fundedAccount(database.db, 10, now);
      const [captured, released, refused] = [
        await reserveFor(database.db, { token, credits: 2, now }),
        await reserveFor(database.db, { token, credits: 3, now }),
        await reserveFor(database.db, { token, credits: 6, now }),
      ];
      expect([captured?.spendable, released?.spendable, refused?.isHeld, refused?.spendable]).toEqual([8, 5, false, 5]);
      expect(await capture(database.db, captured?.holdId ?? "", now)).toBe(true);
      expect(await release(database.db, released?.holdId ?? "", now)).toBe(true);
      expect([
        await capture(database.db, captured?.holdId ?? "", now),
        await capture(database.db, released?.holdId ?? "", now),
        await capture(database.db, "hold_unknown", now),
      ]).toEqual([false, false, false]);
      expect(await balanceOf(accountId)).toEqual({ posted: 8, held: 0 });
      expect(await faults()).toEqual([]);
    });
  });

  test("refunds a wrong charge once for concurrent requests", async () => {
    const { accountId, token } = await fundedAccount(database.db, 10, now);
    const ref = `usage:${await chargedCall(database.db, { token, credits: 4, now })}`;
    const refunds = await Promise.all(Array.from({ length: 10 }, () => refundUsage(database.db, ref, "it was wrong", now)));
    const [refund, ...others] = refunds.filter((id) => id !== null);
    expect(others).toEqual([]);
    expect(await findTransaction(database.db, refund as number)).toMatchObject({ kind: "refund", reversedBy: null });
    expect(await balanceOf(accountId)).toEqual({ posted: 10, held: 0 });
    expect(await refundUsage(database.db, "usage:hold_unknown", "it was wrong", now)).toBeNull();
    expect(await faults()).toEqual([]);
  });
});
