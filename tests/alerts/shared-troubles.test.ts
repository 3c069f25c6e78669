import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { raiseAlert } from "@/db/queries/alerts/alerts";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { recordNoCharge } from "@/db/queries/money/call/no-charge";
import { expireHolds } from "@/db/queries/money/call/holds";
import { MINUTE_MS } from "@/lib/domain/basics/time";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { sharedTroubles } from "@/lib/alerts/shared-troubles";
import { noteChanges } from "@/lib/alerts/note-changes";
import { verifyLedger } from "@/lib/money/tokens/ledger-commands";
import { observeTransfer } from "@/lib/money/base/observe-transfers";
import { inTransaction } from "@/db/client";
import { claimUnits } from "@/db/queries/money/transfers/transfers";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { chargedCall, fundedAccount, reserveFor } from "../support/money/paid-calls";

let database: TestDatabase;
beforeEach(async () => void (database = await openTestDatabase()));
afterEach(() => database.close());

const later = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE_MS);

async function foundAt(now: Date): Promise<string[]> {
  const { troubles } = await sharedTroubles(database.db, now);
  return troubles.map(({ kind, subject }) => (subject === "" ? kind : `${kind} ${subject}`)).toSorted();
}

const found = async (kind: string, now = new Date()): Promise<string[]> => (await foundAt(now)).filter((name) => name.startsWith(kind));

describe("what is wrong with the service", () => {
  test("is nothing on the day of a new installation", async () => {
    expect(await foundAt(new Date())).toEqual([]);
  });

  test("is a ledger that does not balance, until a check finds it balanced again", async () => {
    const { accountId } = await fundedAccount(database.db, 5);
    await verifyLedger(database.db);
    expect(await found("ledger")).toEqual([]);
    await database.db.execute(sql`update accounts set posted = posted + 1 where id = ${accountId}`);
    await verifyLedger(database.db);
    const { troubles } = await sharedTroubles(database.db, new Date());
    expect(troubles).toMatchObject([
      { kind: "ledger_out_of_balance", says: expect.stringContaining(`account ${accountId} keeps 6 credits`) },
    ]);
    await database.db.execute(sql`update accounts set posted = posted - 1 where id = ${accountId}`);
    await verifyLedger(database.db);
    expect(await found("ledger")).toEqual([]);
  });

  test("is a dataset older than twice its promise, never read or read long ago", async () => {
    // The databases of a run are copies of one that is some minutes old.
    await database.db.execute(sql`update installations set created_at = now()`);
    expect(await found("dataset", later(19))).toEqual([]);
    expect(await found("dataset", later(21))).toEqual(["dataset_overdue changes", "dataset_overdue provider_status"]);
    const outcome = { source: "provider_status/openai", dataset: "provider_status", at: later(15), fault: null, itemCount: 1 } as const;
    await recordSourceOutcomes(database.db, [outcome, { ...outcome, source: "changes/list", dataset: "changes" }]);
    await ensureFreshVersions(database.db);
    expect(await found("dataset", later(34))).toEqual([]);
    expect(await found("dataset", later(36))).toEqual(["dataset_overdue changes", "dataset_overdue provider_status"]);
  });

  test("is a payment that nobody got anything for within an hour", async () => {
    const seen = {
      chainId: 8453,
      txHash: `0x${"ab".repeat(32)}`,
      logIndex: 3,
      sender: `0x${"cd".repeat(20)}`,
      units: 5_000_000n,
      blockNumber: 77,
      blockHash: `0x${"ef".repeat(32)}`,
      blockTime: new Date(),
    };
    await inTransaction(database.db, (tx) => observeTransfer(tx, seen, new Date()));
    const dust = { ...seen, txHash: `0x${"01".repeat(32)}`, units: 19_999n };
    await inTransaction(database.db, (tx) => observeTransfer(tx, dust, new Date()));
    expect(await found("payment", later(59))).toEqual([]);
    expect(await found("payment", later(61))).toEqual([`payment_unmatched ${seen.txHash}:3`]);
    await inTransaction(database.db, (tx) => claimUnits(tx, seen, seen.units));
    expect(await found("payment", later(61))).toEqual([]);
  });

  test("is each of the first hundred payments that bought nothing, and one word of all the others", async () => {
    const seenAt = (seconds: number) => new Date(Date.now() + seconds * 1000);
    for (let payment = 0; payment < 102; payment++) {
      // Later ones stand in earlier blocks, as after an endpoint that was behind.
      const seen = {
        chainId: 8453,
        txHash: `0x${payment.toString(16).padStart(64, "0")}`,
        logIndex: 0,
        sender: `0x${"cd".repeat(20)}`,
        units: 5_000_000n,
        blockNumber: 1000 - payment,
        blockHash: `0x${"ef".repeat(32)}`,
        blockTime: new Date(),
      };
      await inTransaction(database.db, (tx) => observeTransfer(tx, seen, seenAt(payment)));
    }
    const { troubles } = await sharedTroubles(database.db, later(120));
    const payments = troubles.filter(({ kind }) => kind === "payment_unmatched");
    expect(payments).toHaveLength(101);
    expect(payments[0]?.subject).toBe(`0x${"0".repeat(64)}:0`);
    expect(payments.at(-1)).toMatchObject({
      subject: "others",
      says: "2 more payments, seen after the 100 that have alerts of their own",
    });
  });

  test("is more than one failed paid call in a hundred, by its status or with its process, within five minutes", async () => {
    const { token, accountId } = await fundedAccount(database.db, 500);
    for (let calls = 0; calls < 99; calls++) await chargedCall(database.db, { token });
    const failed = {
      at: new Date(),
      reason: "5xx",
      endpoint: "/api/premium/routing",
      credits: 1,
      payer: `account:${accountId}`,
      receiptId: null,
    };
    await recordNoCharge(database.db, { ...failed, reason: "stale_data" });
    await recordNoCharge(database.db, failed);
    expect(await found("paid")).toEqual([]);
    await reserveFor(database.db, { token, now: new Date(Date.now() - 2 * MINUTE_MS) });
    await expireHolds(database.db, new Date());
    expect(await found("paid")).toEqual(["paid_errors"]);
    expect(await found("paid", later(6))).toEqual([]);
  });

  test("is no longer what a machine said that is gone", async () => {
    const said = { kind: "disk_low", subject: "gone.example", says: "3 MB are left", deliveryId: "alr_1", at: new Date() };
    await raiseAlert(database.db, said);
    const now = later(14);
    expect(await noteChanges(database.db, await sharedTroubles(database.db, new Date()), now)).toEqual({ raised: 0, cleared: 0 });
    const { covers } = await sharedTroubles(database.db, later(16));
    expect(await noteChanges(database.db, { troubles: [], covers }, later(16))).toEqual({ raised: 0, cleared: 1 });
  });
});
