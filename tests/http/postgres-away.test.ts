import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { watchDatabase } from "@/db/database";
import { migrate } from "@/db/migrate/migrate";
import { describeFailure } from "@/db/store/store-state";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { routing } from "@/lib/endpoints/premium/routing";
import { EMPTIED, readEverything } from "../support/history/daily-world";
import { faultsOfLedger } from "../support/money/money";
import { bearer, fundedAccount } from "../support/money/paid-calls";
import { request } from "../support/server/request";
import { shared } from "../support/stores/database";
import { startOwnPostgres, type OwnPostgres } from "../support/stores/own-postgres";

const FUNDS = 5000;
let postgres: OwnPostgres;
let opened: Connection;
let token: string;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  // The Postgres of tests confirms commits that it has not written, which a kill would lose.
  opened = await openConnection({ driver: "pg", url: `${postgres.url}?options=-csynchronous_commit%3Don` }, "");
  await migrate(opened, process.cwd());
  watchDatabase(opened);
  shared.connection = Promise.resolve(opened);
  const db = dbOf(opened);
  await db.execute(sql.raw(`truncate ${EMPTIED}`));
  await readEverything(db, new Date(Date.now() - 60_000));
  ({ token } = await fundedAccount(db, FUNDS));
});
afterAll(async () => {
  shared.connection = undefined;
  await opened.close();
  await postgres.stop();
});

async function balanceNow(): Promise<{ status: number; balance: number | undefined; held: number | undefined }> {
  const { status, body } = await request(paymentBalance, paymentBalance.path, bearer(token));
  return { status, balance: body.balance, held: body.held };
}

interface Seen {
  charged: number;
  refused: number;
  remaining: Set<unknown>;
  answers: Set<string>;
}

/** Callers that go on through a failure. Each call is its own request, so that no breaker for repeats opens. */
async function callThrough(failure: () => Promise<void>): Promise<Seen> {
  const seen: Seen = { charged: 0, refused: 0, remaining: new Set(), answers: new Set() };
  let isOver = false;
  let calls = 0;
  const caller = async (): Promise<void> => {
    while (!isOver) {
      const { status, body } = await request(routing, `${routing.path}?task=code&budget=${++calls}`, bearer(token));
      seen.answers.add(`${status}, ${body.billing?.credits_charged} charged`);
      if (status === 200) seen.charged++;
      else {
        seen.refused++;
        seen.remaining.add(body.billing.credits_remaining);
      }
      await delay(25);
    }
  };
  const callers = Promise.all(Array.from({ length: 6 }, caller));
  await delay(500);
  await failure();
  await expect.poll(async () => (await balanceNow()).status, { timeout: 20_000 }).toBe(200);
  await delay(500);
  isOver = true;
  await callers;
  return seen;
}

const FAILURES: readonly [string, () => Promise<void>][] = [
  [
    "hangs",
    async () => {
      postgres.hang();
      await delay(6000);
      postgres.resume();
    },
  ],
  [
    "is killed and started again",
    async () => {
      postgres.kill();
      await delay(3000);
      await postgres.revive();
    },
  ],
];

test.each(FAILURES)(
  "when Postgres %s under paid calls: 503 without a charge, never a balance of 0, and no hold stays",
  async (_, failure) => {
    const before = await balanceNow();
    const { charged, refused, remaining, answers } = await callThrough(failure);
    expect([...answers].toSorted()).toEqual(["200, 1 charged", "503, 0 charged"]);
    expect([charged > 0, refused > 0, remaining.has(0), remaining.has(null)]).toEqual([true, true, false, true]);
    // Sooner than any hold expires: what timed out was undone.
    await expect.poll(balanceNow, { timeout: 20_000 }).toEqual({ status: 200, balance: Number(before.balance) - charged, held: 0 });
    expect(await faultsOfLedger(dbOf(opened))).toEqual([]);
  },
);

test("the log is told why the database could not be used, in one line", async () => {
  const gone = await openConnection({ driver: "pg", url: "postgres://user@127.0.0.1:1/name" }, "");
  const failure = await dbOf(gone)
    .execute(sql`select 1`)
    .catch((error: unknown) => error);
  expect(describeFailure(failure)).toMatch(/^connect ECONNREFUSED [^\n]+$/);
  await gone.close();
});
