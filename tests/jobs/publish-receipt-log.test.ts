import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction, type Db } from "@/db/client";
import { rowsOf } from "../support/stores/rows-of";
import { findReceiptChunk, LEAVES_PER_CHUNK, listReceiptLogs, type ReceiptLogRow } from "@/db/queries/receipts/receipt-log";
import { publishReceiptLog } from "@/jobs/publish-receipt-log";
import type { Receipt } from "@/lib/domain/receipts/receipt";
import { isInLog } from "@/lib/receipts/proofs/check-inclusion";
import { verifyLogHead } from "@/lib/receipts/proofs/verify-receipt";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { keySet } from "@/lib/receipts/key-set";
import { hashOfHead, logHead } from "@/lib/receipts/log-head";
import { inclusionOf } from "@/lib/receipts/log-tree";
import { aKey, sha256, someFields } from "../support/receipts/receipts";
import { forEachDriver, openPg } from "../support/stores/drivers";
import type { TestDatabase } from "../support/stores/database";
import { insertReceipt } from "../support/stores/stored-rows";

const EMPTY_ROOT = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const DAY_IS_CLOSED = { cause: { message: "the receipt log of that day is closed" } };

const askNobody = () => {
  throw new Error("this job asks nobody");
};

const aReceipt = (serverTime: string): Receipt => buildReceipt(someFields({ server_time: serverTime }), aKey());

const runOn = (db: Db, now: string) =>
  publishReceiptLog.run({
    db,
    now: new Date(now),
    http: { get: askNobody, measure: askNobody },
    signal: new AbortController().signal,
    log: () => undefined,
  });

describe("closing a day on Postgres", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openPg();
  });
  afterAll(() => database.close());

  test("waits for a receipt in flight and refuses a later one of that day", async () => {
    const { db } = database;
    let publishing: ReturnType<typeof runOn> | undefined;
    let late: Promise<unknown> | undefined;
    await inTransaction(db, async (tx) => {
      await insertReceipt(tx, receiptRow(aReceipt("2026-05-15T23:59:59.000Z")));
      publishing = runOn(db, "2026-05-16T00:10:00Z");
      for (let closed = 0; closed === 0;) {
        [{ closed } = { closed: 0 }] = await rowsOf<{ closed: number }>(db, sql`select count(*)::int as closed from receipt_days`);
      }
      late = insertReceipt(db, receiptRow(aReceipt("2026-05-15T23:59:59.500Z"))).catch((error: unknown) => error);
      await tx.execute(sql`select pg_sleep(1)`);
    });
    expect(await late).toMatchObject(DAY_IS_CLOSED);
    expect(await publishing).toEqual({ days: 1, receipts: 1 });
  });

  test("puts each of a thousand receipts around midnight into the log of its day, or refuses it", async () => {
    const { db } = database;
    const outcomes: string[] = [];
    const insert = (receipt: Receipt) =>
      insertReceipt(db, receiptRow(receipt)).then(
        () => outcomes.push(receipt.id),
        () => undefined,
      );
    const work = Array.from({ length: 1000 }, (_, index) =>
      index === 500 ? runOn(db, "2026-05-17T00:10:00Z") : insert(aReceipt("2026-05-16T23:59:59.000Z")),
    );
    await Promise.all(work);
    const [log] = await listReceiptLogs(db, { limit: 1 });
    expect(log).toMatchObject({ day: "2026-05-16", size: outcomes.length });
    expect(outcomes.length).toBeGreaterThan(0);
  });
});

forEachDriver((open) => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await open();
    db = database.db;
  });
  afterAll(() => database.close());
  /** The database guards are switched off only in tests. */
  beforeEach(async () => {
    const tables = ["receipts", "receipt_days", "receipt_logs", "receipt_log_chunks", "receipt_log_editions"];
    for (const table of tables) await db.execute(sql.raw(`alter table ${table} disable trigger user`));
    await db.execute(sql.raw(`truncate ${tables.join(", ")}`));
    for (const table of tables) await db.execute(sql.raw(`alter table ${table} enable trigger user`));
  });

  const run = (now: string) => runOn(db, now);

  async function store(...receipts: readonly Receipt[]): Promise<void> {
    for (const receipt of receipts) await insertReceipt(db, receiptRow(receipt));
  }

  /** Inserts all receipts in one statement, for speed. */
  async function storeMany(receipts: readonly Receipt[]): Promise<void> {
    const rows = receipts.map((receipt) => receiptRow(receipt)).map(({ leafHash, ...row }) => ({ ...row, leaf_hash: leafHash }));
    await db.execute(sql`insert into receipts select * from jsonb_populate_recordset(null::receipts, ${JSON.stringify(rows)}::jsonb)`);
  }

  const logs = async (): Promise<ReceiptLogRow[]> => (await listReceiptLogs(db, { limit: 366 })).toReversed();

  async function proves(receipt: Receipt, log: ReceiptLogRow): Promise<boolean> {
    const chunk = await findReceiptChunk(db, log, receipt.id);
    const inclusion = chunk && inclusionOf(receipt.id, chunk, LEAVES_PER_CHUNK);
    return inclusion !== null && isInLog(receipt, { ...inclusion, log: logHead(log) }, { keys: await keySet(db, new Date()), sha256 });
  }

  describe("the log of a day", () => {
    test("contains yesterday's receipts, is signed and proves each of them", async () => {
      const held = Array.from({ length: 7 }, (_, index) => aReceipt(`2026-05-15T1${index}:00:00.000Z`));
      await store(...held, aReceipt("2026-05-16T00:00:00.000Z"));
      expect(await run("2026-05-16T00:10:00Z")).toEqual({ days: 1, receipts: 7 });
      const [log, ...others] = await logs();
      expect(others).toEqual([]);
      expect(log).toMatchObject({ day: "2026-05-15", size: 7, previous: null, publishedAt: new Date("2026-05-16T00:10:00Z") });
      expect(verifyLogHead(logHead(log as ReceiptLogRow), await keySet(db, new Date()))).toBe(true);
      for (const receipt of held) expect(await proves(receipt, log as ReceiptLogRow)).toBe(true);
    });

    test("does not prove a receipt that was changed or that it never contained", async () => {
      const receipt = aReceipt("2026-05-15T10:00:00.000Z");
      await store(receipt, aReceipt("2026-05-15T11:00:00.000Z"));
      await run("2026-05-16T00:10:00Z");
      const [log] = (await logs()) as [ReceiptLogRow];
      expect(await proves({ ...receipt, credits_charged: 2 }, log)).toBe(false);
      expect(await proves({ ...receipt, signature: aReceipt("2026-05-15T10:00:00.000Z").signature }, log)).toBe(false);
      for (const id of ["rcpt_0000000000000000", "rcpt_ffffffffffffffff"]) expect(await proves({ ...receipt, id }, log)).toBe(false);
    });

    test("can contain more receipts than one chunk", async () => {
      const held = Array.from({ length: 2 * LEAVES_PER_CHUNK + 3 }, () => aReceipt("2026-05-15T10:00:00.000Z"));
      await storeMany(held);
      await run("2026-05-16T00:10:00Z");
      const [log] = (await logs()) as [ReceiptLogRow];
      expect(log.size).toBe(held.length);
      const sorted = held.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      for (const index of [0, 1, LEAVES_PER_CHUNK - 1, LEAVES_PER_CHUNK, 2 * LEAVES_PER_CHUNK, held.length - 1]) {
        const receipt = sorted[index] as Receipt;
        const chunk = await findReceiptChunk(db, log, receipt.id);
        expect(chunk && inclusionOf(receipt.id, chunk, LEAVES_PER_CHUNK)?.index).toBe(index);
        expect(await proves(receipt, log)).toBe(true);
      }
    });

    test("accepts no receipt after it is published, nor do the days before it", async () => {
      await store(aReceipt("2026-05-15T10:00:00.000Z"));
      await run("2026-05-16T00:10:00Z");
      for (const late of ["2026-05-15T23:59:59.999Z", "2026-05-14T10:00:00.000Z"]) {
        await expect(store(aReceipt(late))).rejects.toMatchObject(DAY_IS_CLOSED);
      }
      await store(aReceipt("2026-05-16T00:00:00.000Z"));
      expect(await rowsOf(db, sql`select count(*)::int as n from receipts where day < '2026-05-16'`)).toEqual([{ n: 1 }]);
    });
  });

  describe("publishing", () => {
    test("again, or from two processes at once, changes nothing", async () => {
      await store(aReceipt("2026-05-15T10:00:00.000Z"));
      await Promise.all([run("2026-05-16T00:10:00Z"), run("2026-05-16T00:10:01Z")]);
      const first = await logs();
      expect(first).toHaveLength(1);
      expect(await run("2026-05-16T00:20:00Z")).toEqual({ days: 0, receipts: 0 });
      expect(await logs()).toEqual(first);
    });

    test("catches up on missed days, including those without receipts, each linked to the day before", async () => {
      await store(aReceipt("2026-05-10T10:00:00.000Z"), aReceipt("2026-05-13T10:00:00.000Z"), aReceipt("2026-05-13T11:00:00.000Z"));
      expect(await run("2026-05-16T00:10:00Z")).toEqual({ days: 6, receipts: 3 });
      const published = await logs();
      expect(published.map(({ day, size }) => [day, size])).toEqual([
        ["2026-05-10", 1],
        ["2026-05-11", 0],
        ["2026-05-12", 0],
        ["2026-05-13", 2],
        ["2026-05-14", 0],
        ["2026-05-15", 0],
      ]);
      expect(published.filter(({ size }) => size === 0).every(({ root }) => root === EMPTY_ROOT)).toBe(true);
      for (const [index, log] of published.entries()) {
        expect(log.previous).toBe(index === 0 ? null : hashOfHead(logHead(published[index - 1] as ReceiptLogRow)));
      }
      await run("2026-05-17T00:10:00Z");
      expect((await logs()).at(-1)).toMatchObject({ day: "2026-05-16", previous: hashOfHead(logHead(published.at(-1) as ReceiptLogRow)) });
    });

    test("begins with yesterday when there was never a receipt", async () => {
      expect(await run("2026-05-16T00:10:00Z")).toEqual({ days: 1, receipts: 0 });
      expect(await logs()).toMatchObject([{ day: "2026-05-15", size: 0, root: EMPTY_ROOT, previous: null }]);
    });

    test("does not close a day that is not over, even when the run's clock says so", async () => {
      const now = new Date();
      await store(aReceipt(now.toISOString()));
      await run(new Date(now.getTime() + 10 * 86_400_000).toISOString());
      await store(aReceipt(now.toISOString()));
      expect((await logs()).every(({ day }) => day < new Date().toISOString().slice(0, 10))).toBe(true);
    });

    test("continues after a run that was cut after closing a day", async () => {
      await store(aReceipt("2026-05-15T10:00:00.000Z"));
      await db.execute(sql`insert into receipt_days (day, closed_at) values ('2026-05-15', '2026-05-16T00:10:00Z')`);
      expect(await run("2026-05-16T00:15:00Z")).toEqual({ days: 1, receipts: 1 });
    });
  });
});
