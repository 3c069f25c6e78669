import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { findHoldStatus } from "@/db/queries/money/call/holds";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { checkLedger as checkLedgerJob } from "@/jobs/check-ledger";
import { runJob } from "@/jobs/run";
import { sweepHolds } from "@/jobs/sweep-holds";
import type { Job } from "@/jobs/define";
import { health } from "@/lib/endpoints/health";
import type { SourceHttp } from "@/lib/sources/http/source";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { fundedAccount, reserveFor } from "../support/money/paid-calls";
import { request } from "../support/server/request";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());

const now = new Date("2026-05-15T12:00:00Z");
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

const nobody: SourceHttp = {
  get: () => Promise.reject(new Error("no source is asked")),
  measure: () => Promise.reject(new Error("no source is asked")),
};

const NOTHING = { expired: 0, underWay: 0, paymentGone: 0, locked: 0, counters: 0, answers: 0, amounts: 0, places: 0 };

const run = (job: Job, at = now) => runJob(job, { db: opened.db, http: () => nobody, now: at, isForced: true });

test("a sweep releases the holds of dead calls and leaves running calls alone", async () => {
  const { token, accountId } = await fundedAccount(opened.db, 10);
  const dead = await reserveFor(opened.db, { token, credits: 4, now: ago(61) });
  const alive = await reserveFor(opened.db, { token, credits: 3, now: ago(59) });
  expect(await run(sweepHolds)).toEqual({ status: "done", counts: { ...NOTHING, expired: 1, underWay: 1 } });
  expect([await findHoldStatus(opened.db, dead?.holdId ?? ""), await findHoldStatus(opened.db, alive?.holdId ?? "")]).toEqual([
    "expired",
    "reserved",
  ]);
  expect(await rowsOf(opened.db, sql`select posted::int, held::int from accounts where id = ${accountId}`)).toEqual([
    { posted: 10, held: 3 },
  ]);
  expect((await checkLedger(opened.db, now)).faults).toEqual([]);
});

test("a sweep deletes counters after an hour, answers after a day, idempotency keys of dead requests and free amounts, not before", async () => {
  const counted = (seconds: number) => sql`('k' || ${seconds}, '{}', ${ago(seconds).toISOString()}::timestamptz)`;
  await opened.db.execute(sql`insert into call_counters (key, recent, touched_at) values ${counted(3599)}, ${counted(3601)}`);
  const answered = (seconds: number) =>
    sql`('account:1', 'k' || ${seconds}, 'h', 200, ${ago(seconds).toISOString()}::timestamptz, ${ago(seconds).toISOString()}::timestamptz)`;
  const running = (key: string, leaseOver: number) =>
    sql`('account:1', ${key}, 'h', null, ${ago(leaseOver).toISOString()}::timestamptz, ${ago(60).toISOString()}::timestamptz)`;
  await opened.db.execute(
    sql`insert into stored_answers (scope, key, request_hash, status, lease_until, created_at) values ${answered(86_399)}, ${answered(86_401)}, ${running("died", 1)}, ${running("runs", -1)}`,
  );
  const offered = (seconds: number) => sql`(${1_000_000 + seconds}, 1, ${ago(seconds).toISOString()}::timestamptz)`;
  await opened.db.execute(sql`insert into quote_amounts (units, quote_id, free_at) values ${offered(-1)}, ${offered(1)}`);
  await opened.db.execute(
    sql`insert into quote_places (caller, place, quote_id, free_at) select 'caller ' || units, 1, quote_id, free_at from quote_amounts`,
  );
  expect(await run(sweepHolds)).toEqual({
    status: "done",
    counts: { ...NOTHING, underWay: 1, counters: 1, answers: 2, amounts: 1, places: 1 },
  });
  expect(
    await rowsOf(
      opened.db,
      sql`select key from call_counters union all select key from stored_answers union all select units::text from quote_amounts`,
    ),
  ).toEqual([{ key: "k3599" }, { key: "k86399" }, { key: "runs" }, { key: "999999" }]);
});

test("health reports when the ledger last balanced; a check that finds a fault fails and degrades health without revealing details", async () => {
  expect((await request(health)).body.ledger).toEqual({ checked_at: null, balanced_at: null, faults: null, disputes: 0 });
  expect(await run(checkLedgerJob)).toMatchObject({ status: "done", counts: { accounts: expect.any(Number) } });
  expect((await request(health)).body.ledger).toEqual({
    checked_at: now.toISOString(),
    balanced_at: now.toISOString(),
    faults: 0,
    disputes: 0,
  });

  const { accountId } = await fundedAccount(opened.db, 77);
  await opened.db.execute(sql`update accounts set posted = 1077 where id = ${accountId}`);
  const failed = await run(checkLedgerJob, ago(-1));
  expect(failed).toEqual({
    status: "failed",
    error: `the ledger does not balance, 1 fault: account ${accountId} keeps 1077 credits, its entries sum to 77`,
  });
  const { body, text } = await request(health);
  expect(body.ledger).toEqual({ checked_at: ago(-1).toISOString(), balanced_at: now.toISOString(), faults: 1, disputes: 0 });
  expect(body.status).toBe("degraded");
  expect(text).not.toContain("1077");
});
