import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../support/stores/rows-of";
import { captureHold } from "@/db/queries/money/call/holds";
import { findReceiptChunk, findReceiptLog, LEAVES_PER_CHUNK } from "@/db/queries/receipts/receipt-log";
import { releaseHold } from "@/db/queries/money/call/release-hold";
import { pruneHistory } from "@/jobs/prune-history";
import { publishReceiptLog } from "@/jobs/publish-receipt-log";
import type { Receipt } from "@/lib/domain/receipts/receipt";
import { UNCHARGED_KEPT_DAYS } from "@/lib/domain/money/no-charge";
import { isInLog } from "@/lib/receipts/proofs/check-inclusion";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { keySet } from "@/lib/receipts/key-set";
import { logHead } from "@/lib/receipts/log-head";
import { inclusionOf } from "@/lib/receipts/log-tree";
import { forEachDriver } from "../support/stores/drivers";
import type { TestDatabase } from "../support/stores/database";
import { fundedAccount, reserveFor } from "../support/money/paid-calls";
import { aKey, sha256, someFields } from "../support/receipts/receipts";

const DAY_MS = 86_400_000;
const NOW = new Date("2026-11-20T03:10:00Z");
const daysBefore = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const ENDPOINT = "/api/premium/routing";

const askNobody = () => {
  throw new Error("this job asks nobody");
};
const contextOf = (db: Db) => ({
  db,
  now: NOW,
  http: { get: askNobody, measure: askNobody },
  signal: new AbortController().signal,
  log: () => undefined,
});

const receiptOf = (at: Date, charged: number): Receipt =>
  buildReceipt(
    someFields({ server_time: at.toISOString(), credits_charged: charged, no_charge_reason: charged === 0 ? "stale_data" : null }),
    aKey(),
  );

async function held(db: Db, token: string, now: Date): Promise<string> {
  const reservation = await reserveFor(db, { token, now });
  if (!reservation?.isHeld) throw new Error("no hold");
  return reservation.holdId;
}

async function uncharged(db: Db, token: string, at: Date): Promise<Receipt> {
  const receipt = receiptOf(at, 0);
  const waiver = {
    reason: "stale_data",
    endpoint: ENDPOINT,
    credits: 1,
    payer: "aed_live_9f2c11aa...77e0b3d1",
    status: 200,
    requestId: null,
    isFault: false,
  };
  expect(
    await releaseHold(db, { holdId: await held(db, token, at), receipt: receiptRow(receipt), stored: null, answer: null, waiver, now: at }),
  ).toMatchObject({ unchargedTrippedUntil: null });
  return receipt;
}

async function charged(db: Db, token: string, at: Date): Promise<Receipt> {
  const receipt = receiptOf(at, 1);
  expect(
    await captureHold(db, { holdId: await held(db, token, at), receipt: receiptRow(receipt), stored: null, answer: null, now: at }),
  ).toBe(true);
  return receipt;
}

/** Verifies with the holder's receipt and the proof from the log of that day. */
async function isProven(db: Db, receipt: Receipt): Promise<boolean> {
  const day = receipt.server_time.slice(0, 10);
  const [log, chunk] = [await findReceiptLog(db, day), await findReceiptChunk(db, { day, edition: 0 }, receipt.id)];
  const inclusion = chunk && inclusionOf(receipt.id, chunk, LEAVES_PER_CHUNK);
  if (!log || !inclusion) return false;
  return isInLog(receipt, { index: inclusion.index, path: inclusion.path, log: logHead(log) }, { keys: await keySet(db, NOW), sha256 });
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "accepted",
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  );

forEachDriver((open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test("uncharged calls are deleted after 30 days, and the log still proves their receipts", async () => {
    const { db } = database;
    const { token } = await fundedAccount(db, 10, daysBefore(60));
    const old = [
      await uncharged(db, token, daysBefore(UNCHARGED_KEPT_DAYS + 1)),
      await charged(db, token, daysBefore(UNCHARGED_KEPT_DAYS + 1)),
    ] as const;
    const recent = await uncharged(db, token, daysBefore(UNCHARGED_KEPT_DAYS - 1));
    await publishReceiptLog.run(contextOf(db));
    expect(await pruneHistory.run(contextOf(db))).toMatchObject({ uncharged_calls: 2 });
    const bodies = await rowsOf<{ id: string; is_kept: boolean }>(db, sql`select id, body is not null as is_kept from receipts`);
    expect(Object.fromEntries(bodies.map(({ id, is_kept: isKept }) => [id, isKept]))).toEqual({
      [old[0].id]: false,
      [old[1].id]: true,
      [recent.id]: true,
    });
    const [left] = await rowsOf(
      db,
      sql`select (select count(*)::int from holds) as holds, (select count(*)::int from no_charge_events) as events`,
    );
    expect(left).toEqual({ holds: 2, events: 1 });
    for (const receipt of [...old, recent]) expect(await isProven(db, receipt)).toBe(true);
    expect(await isProven(db, { ...old[0], credits_charged: 1 })).toBe(false);
  });

  test("a charged receipt keeps its text, and no receipt is rewritten", async () => {
    const { db } = database;
    const changes = [
      sql`update receipts set body = null where body like '%"credits_charged":1,%'`,
      sql`update receipts set leaf_hash = 'x' where body is null`,
      sql`update receipts set body = '{}' where body is null`,
    ];
    for (const change of changes) expect(await refusal(db.execute(change))).toContain("append-only");
  });
});
