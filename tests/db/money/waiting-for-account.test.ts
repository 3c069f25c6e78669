import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "@/db/client";
import { dbOf, openConnection } from "@/db/connection";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { capture, fundedAccount, reserveFor } from "../../support/money/paid-calls";

test("a call that waits for its account, which another transaction changes meanwhile, is held and charged", async () => {
  const database = await createPostgresDatabase(false);
  const connection = await openConnection({ driver: "pg", url: database.url }, "");
  const db = dbOf(connection);
  const { accountId, token } = await fundedAccount(db, 3);
  for (const step of ["reserve", "capture"] as const) {
    const before = await reserveFor(db, { token });
    let waiting: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`update accounts set name = ${step} where id = ${accountId}`);
      waiting = step === "reserve" ? reserveFor(db, { token }) : capture(db, before?.holdId ?? "");
      await delay(300);
    });
    expect(await waiting).toEqual(step === "reserve" ? expect.objectContaining({ isHeld: true, spendable: 1 }) : true);
  }
  await connection.close();
  await database.drop();
});
