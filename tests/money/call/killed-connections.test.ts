import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { expireHolds } from "@/db/queries/money/call/holds";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { capture, fundedAccount, reserveFor } from "../../support/money/paid-calls";

const CALLS = 600;
const CREDITS = 1500;

let database: { url: string; drop(): Promise<void> };
let callers: Connection;
let killer: Connection;
beforeAll(async () => {
  database = await createPostgresDatabase();
  [callers, killer] = await Promise.all([
    openConnection({ driver: "pg", url: database.url }, ""),
    openConnection({ driver: "pg", url: database.url }, ""),
  ]);
});
afterAll(async () => {
  await Promise.all([callers.close(), killer.close()]);
  await database.drop();
});

async function killUntil(signal: AbortSignal): Promise<number> {
  const db = dbOf(killer);
  let killed = 0;
  while (!signal.aborted) {
    const rows = await rowsOf<{ killed: boolean }>(
      db,
      sql`select pg_terminate_backend(pid) as killed from (
        select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query not like '%pg_stat_activity%' order by random() limit 1) as victims`,
    );
    killed += rows.length;
    await delay(3);
  }
  return killed;
}

test("loses, creates or takes twice no credit when connections die during a hold or a capture", async () => {
  const db = dbOf(callers);
  const { accountId, token } = await fundedAccount(db, CREDITS);
  const stop = new AbortController();
  const killing = killUntil(stop.signal);
  const counts = { captured: 0, refused: 0, unknown: 0 };
  const call = async (): Promise<void> => {
    try {
      const reservation = await reserveFor(db, { token });
      if (reservation?.isHeld && (await capture(db, reservation.holdId))) counts.captured += 1;
      else counts.refused += 1;
    } catch {
      counts.unknown += 1;
    }
  };
  const caller = async (): Promise<void> => {
    for (let made = 0; made < CALLS / 20; made++) await call();
  };
  await Promise.all(Array.from({ length: 20 }, caller));
  stop.abort();
  expect(await killing).toBeGreaterThan(10);
  expect(counts.unknown).toBeGreaterThan(0);

  const after = new Date(Date.now() + 120_000);
  const db2 = dbOf(killer);
  await expireHolds(db2, after);
  const [account] = await rowsOf<{ posted: number; held: number }>(
    db2,
    sql`select posted::int, held::int from accounts where id = ${accountId}`,
  );
  const [taken] = await rowsOf<{ calls: number }>(db2, sql`select count(*)::int as calls from holds where status = 'captured'`);
  expect(account).toEqual({ posted: CREDITS - (taken?.calls ?? 0), held: 0 });
  expect(taken?.calls).toBeGreaterThanOrEqual(counts.captured);
  expect(taken?.calls).toBeLessThanOrEqual(counts.captured + counts.unknown);
  expect((await checkLedger(db2, after)).faults).toEqual([]);
});
