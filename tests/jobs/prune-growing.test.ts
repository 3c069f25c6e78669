import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginSettling, findAuthorizationRow, markSettled, takeAuthorization } from "@/db/queries/money/call/x402";
import { findLastCheck, recordCheck } from "@/db/queries/money/ledger/ledger-check";
import { clearAlert, raiseAlert, endAlertChange } from "@/db/queries/alerts/alerts";
import { pruneHistory } from "@/jobs/prune-history";
import { DAY_MS } from "@/lib/domain/basics/time";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { aLedgerCheck } from "../support/money/a-ledger-check";
import { forEachDriver } from "../support/stores/drivers";
import { rowsOf } from "../support/stores/rows-of";
import type { TestDatabase } from "../support/stores/database";
import { aKey, someFields } from "../support/receipts/receipts";

const NOW = new Date("2026-11-20T03:10:00Z");
const daysBefore = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

forEachDriver((open) => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await open()));
  afterAll(() => database.close());

  const prune = () =>
    pruneHistory.run({ db: database.db, now: NOW, signal: new AbortController().signal, log: () => undefined, http: null as never });

  /** A payment that expired so many days ago, taken by a request a minute before that. */
  async function taken(nonce: string, expiredDays: number) {
    const key = { asset: "0xa", payer: "0xb", nonce };
    const leaseUntil = daysBefore(expiredDays);
    await takeAuthorization(database.db, {
      ...key,
      leaseUntil,
      requestHash: "sha256:1",
      units: 20_000n,
      gasGwei: null,
      validBefore: daysBefore(expiredDays),
      now: new Date(leaseUntil.getTime() - 60_000),
    });
    return { ...key, leaseUntil };
  }

  async function settling(nonce: string, expiredDays: number) {
    const row = await taken(nonce, expiredDays);
    const { leaseUntil } = row;
    const receipt = receiptRow(buildReceipt(someFields({ server_time: leaseUntil.toISOString() }), aKey()));
    const answer = { status: 200, headers: {}, body: "{}" };
    const answerKey = { scope: "x402", key: nonce, requestHash: "sha256:1" };
    await beginSettling(database.db, row, { receipt, answer, answerKey, sending: {}, leaseUntil, now: leaseUntil });
    return row;
  }

  test("forgets signed payments 30 days after their expiry, except for those that may still settle", async () => {
    const [died, stuck, done, recent] = [
      await taken("died", 31),
      await settling("stuck", 31),
      await settling("done", 31),
      await taken("recent", 29),
    ];
    await markSettled(database.db, done, `0x${"ab".repeat(32)}`, null);
    expect(await prune()).toMatchObject({ x402_authorizations: 2 });
    const kept = await Promise.all([died, stuck, done, recent].map((key) => findAuthorizationRow(database.db, key)));
    expect(kept.map((row) => row?.nonce ?? null)).toEqual([null, "stuck", null, "recent"]);
    expect(await prune()).toMatchObject({ x402_authorizations: 0 });
  });

  test("keeps 90 days of the ledger's checks, and the last balanced one for as long as it is the last", async () => {
    const checked = (days: number, faults: string[]) => recordCheck(database.db, aLedgerCheck(daysBefore(days), faults));
    await checked(120, []);
    await checked(110, []);
    await checked(100, ["a fault"]);
    await checked(1, ["a fault"]);
    expect(await prune()).toMatchObject({ ledger_checks: 2 });
    expect(await findLastCheck(database.db)).toMatchObject({ checkedAt: daysBefore(1), balancedAt: daysBefore(110) });
  });

  test("forgets what the operator was told 30 days ago, and keeps what he was not told yet", async () => {
    const change = { kind: "disk_low", subject: "a.example", says: "3 MB", deliveryId: "alr_a", at: daysBefore(40) };
    await raiseAlert(database.db, change);
    await clearAlert(database.db, { ...change, deliveryId: "alr_b", at: daysBefore(39) });
    const [first] = await rowsOf<{ id: number }>(database.db, sql`select id::int as id from alert_changes order by id`);
    await endAlertChange(database.db, first?.id ?? 0, "answered 204", daysBefore(31));
    expect(await prune()).toMatchObject({ alert_changes: 1 });
    expect(await rowsOf(database.db, sql`select delivery_id as id from alert_changes`)).toEqual([{ id: "alr_b" }]);
  });
});
