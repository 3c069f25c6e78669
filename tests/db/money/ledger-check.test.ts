import { sql, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { checkLedger, findLastCheck, recordCheck } from "@/db/queries/money/ledger/ledger-check";
import { purchases } from "@/db/schema/money";
import { forEachDriver } from "../../support/stores/drivers";
import { chargedCall, fundedAccount, reserveFor } from "../../support/money/paid-calls";

const now = new Date("2026-05-15T12:00:00Z");
const soon = new Date(now.getTime() + 1000);

forEachDriver((open) => {
  test("finds every kind of fault in the books, and none in correct books", async () => {
    const { db, close } = await open();
    const { accountId, token } = await fundedAccount(db, 100, now);
    const holdId = await chargedCall(db, { token, credits: 2, now });
    await reserveFor(db, { token, credits: 5, now });
    const right = await checkLedger(db, now);
    expect(right).toMatchObject({
      at: now,
      accounts: 1,
      transactions: 2,
      faults: [],
      credits: { customers: 98, held: 5, sold: 100, used: 2, receivable: 0 },
      units: { received: 0, sales: 0, unclaimed: 0 },
    });

    const transfer = { chainId: 8453, txHash: "0xaa", logIndex: 0 };
    const wrongs: [SQL, RegExp][] = [
      [sql`update accounts set posted = posted + 1 where id = ${accountId}`, /keeps 99 credits, its entries sum to 98/],
      [sql`update accounts set held = 4 where id = ${accountId}`, /holds 4 credits, its open holds sum to 5/],
      [sql`update holds set status = 'released' where id = ${holdId}`, /took credits of a hold that is released/],
      [sql`update holds set credits = 3 where id = ${holdId}`, /took 2 credits for a hold of 3/],
      [
        sql`insert into holds (id, account_id, credits, status, method, endpoint, created_at) values ('hold_ghost', ${accountId}, 1, 'captured', 'GET', '/', now())`,
        /hold_ghost is captured without a transaction/,
      ],
      [
        sql`insert into observed_transfers (chain_id, tx_hash, log_index, sender, units, block_number, block_hash, block_time, claimed_units, observed_at) values (8453, '0xbb', 0, '0x1', 7, 1, '0x2', now(), 0, now())`,
        /observed transfers sum to 7/,
      ],
      [
        sql`insert into ledger_transactions (kind, at, external_ref) values ('purchase', now(), 'purchase:x')`,
        /sold credits without a purchase/,
      ],
      [
        sql`with t as (insert into ledger_transactions (kind, at, external_ref, reverses) select 'refund', now(), 'refund:x', id from ledger_transactions where kind = 'usage' returning id)
           insert into ledger_entries select id, v.* from t, (values (${accountId}::bigint, 'credit', 9), (-2, 'credit', -9)) as v`,
        /is not the opposite of/,
      ],
    ];
    for (const [wrong, fault] of wrongs) {
      const undone = inTransaction(db, async (tx) => {
        await tx.execute(wrong);
        throw new Error((await checkLedger(tx, now)).faults.join("\n"));
      });
      await expect(undone).rejects.toThrow(fault);
    }
    expect((await checkLedger(db, now)).faults).toEqual([]);

    await db.insert(purchases).values({
      ...transfer,
      accountId,
      sender: "0x1",
      units: 1_000_000n,
      credits: 50,
      blockNumber: 1,
      transactionId: 99,
      confirmedAt: now,
    });
    const { faults } = await checkLedger(db, now);
    expect(faults.join("\n")).toMatch(/purchase 1 of 50 credits for 1000000 units is not what transaction 99 sold/);
    expect(faults.join("\n")).toMatch(/purchase 1 stands on a transfer that was never observed/);
    await close();
  });

  test("returns the newest check and the newest balanced one", async () => {
    const { db, close } = await open();
    expect(await findLastCheck(db)).toEqual({ checkedAt: null, balancedAt: null, faults: [] });
    await recordCheck(db, await checkLedger(db, now));
    await rowsOf(
      db,
      sql`insert into ledger_checks (at, transactions, accounts, faults) values (${soon.toISOString()}::timestamptz, 0, 0, '["one"]')`,
    );
    expect(await findLastCheck(db)).toEqual({ checkedAt: soon, balancedAt: now, faults: ["one"] });
    await close();
  });
});
