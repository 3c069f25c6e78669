import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { listReceiptKeys, saveReceiptKey } from "@/db/queries/receipts/receipts";
import { forEachDriver } from "../../support/stores/drivers";
import type { TestDatabase } from "../../support/stores/database";
import { insertReceipt } from "../../support/stores/stored-rows";

const row = (day: string, id: string) => ({ day, id: `rcpt_${id}`, leafHash: "00".repeat(32), body: "{}" });

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "accepted",
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  );

forEachDriver((open) => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await open();
    db = database.db;
  });
  afterAll(() => database.close());

  test("stores a receipt once per day and never changes or removes it", async () => {
    await insertReceipt(db, row("2026-01-05", "01"));
    expect(await refusal(insertReceipt(db, row("2026-01-05", "01")))).toContain("receipts_day_id_pk");
    for (const change of [sql`update receipts set body = ''`, sql`delete from receipts`, sql`truncate receipts`]) {
      expect(await refusal(db.execute(change))).toContain("append-only");
    }
    expect(await rowsOf(db, sql`select id from receipts`)).toEqual([{ id: "rcpt_01" }]);
  });

  test("refuses receipts of a closed day, which stays closed", async () => {
    await db.execute(sql`insert into receipt_days (day, closed_at) values ('2026-01-06', now())`);
    expect(await refusal(insertReceipt(db, row("2026-01-06", "02")))).toContain("closed");
    await insertReceipt(db, row("2026-01-07", "02"));
    expect(await refusal(db.execute(sql`delete from receipt_days`))).toContain("append-only");
  });

  test("retires the others for a new shared key but not for a folder's own key, and reactivates a key that returns", async () => {
    const key = (kid: string, minute: number) => ({ kid, x: `x-${kid}`, createdAt: new Date(Date.UTC(2026, 0, 5, 0, minute)) });
    const retired = async () => Object.fromEntries((await listReceiptKeys(db)).map(({ kid, retiredAt }) => [kid, retiredAt !== null]));
    await saveReceiptKey(db, key("a", 0), { retiresOthers: false });
    await saveReceiptKey(db, key("b", 1), { retiresOthers: false });
    expect(await retired()).toEqual({ a: false, b: false });
    await saveReceiptKey(db, key("c", 2), { retiresOthers: true });
    expect(await retired()).toEqual({ a: true, b: true, c: false });
    await saveReceiptKey(db, key("a", 3), { retiresOthers: true });
    expect(await retired()).toEqual({ a: false, b: true, c: true });
    expect((await listReceiptKeys(db)).find(({ kid }) => kid === "a")).toMatchObject({ x: "x-a", createdAt: key("a", 0).createdAt });
  });
});
