import { sql } from "drizzle-orm";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inTransaction, isUnusable, type Db } from "@/db/client";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { migrate } from "@/db/migrate/migrate";
import { isRefusedByBreaker, isStoreAway } from "@/db/store/store-state";
import { routingPreview } from "@/lib/endpoints/preview/routing";
import { routing } from "@/lib/endpoints/premium/routing";
import { status } from "@/lib/endpoints/status";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { capture, fundedAccount, reserveFor } from "../../support/money/paid-calls";
import { request } from "../../support/server/request";
import { shared } from "../../support/stores/database";
import { startOwnPostgres, type OwnPostgres } from "../../support/stores/own-postgres";
import { rowsOf } from "../../support/stores/rows-of";
import { sessionLimits } from "../../support/stores/session-limits";

const root = join(import.meta.dirname, "../../..");
let postgres: OwnPostgres;
let connection: Exclude<Connection, { driver: "pglite" }>;
let db: Db;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  connection = (await openConnection({ driver: "pg", url: postgres.url }, "")) as typeof connection;
  await migrate(connection, root);
  db = dbOf(connection);
  shared.connection = Promise.resolve(connection);
  connection.watch.arm();
});
afterAll(async () => {
  shared.connection = undefined;
  await connection.close();
  await postgres.stop();
});

const one = () => rowsOf<{ one: number }>(db, sql`select 1 as one`);
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

async function comeBack(): Promise<void> {
  postgres.resume();
  await expect.poll(() => faultOf(one())).toBeNull();
}
afterEach(comeBack);

/** Hangs Postgres and asks it something; resolves once it is known to be away. */
async function hang(): Promise<void> {
  postgres.hang();
  await faultOf(one());
  expect(isStoreAway()).toBe(true);
}

describe("while Postgres hangs", () => {
  test("a statement under way ends as unusable, later ones are refused by the breaker, and it works again afterwards", async () => {
    let other: Promise<unknown> = Promise.resolve(null);
    const transaction = inTransaction(db, async (tx) => {
      await rowsOf(tx, sql`select 1`);
      postgres.hang();
      // Not before, since it would be answered where the machine is slow.
      other = faultOf(one());
      await rowsOf(tx, sql`select 2`);
    });
    const first = await faultOf(transaction);
    const second = await other;
    expect([isUnusable(first), isUnusable(second), isStoreAway()]).toEqual([true, true, true]);
    expect(isRefusedByBreaker(await faultOf(one()))).toBe(true);
    expect(isRefusedByBreaker(await faultOf(inTransaction(db, async () => undefined)))).toBe(true);
    await comeBack();
    expect([await one(), isStoreAway()]).toEqual([[{ one: 1 }], false]);
  });

  test("more statements than there are connections end, not only those that have one", async () => {
    postgres.hang();
    const faults = await Promise.all(Array.from({ length: 25 }, () => faultOf(one())));
    expect(faults.every(isUnusable)).toBe(true);
  });

  test("the lane of shared statements is free again afterwards, and the books balance", async () => {
    const now = new Date();
    const account = await fundedAccount(db, 5, now);
    const held = await reserveFor(db, { token: account.token, now });
    postgres.hang();
    const faults = await Promise.all([
      faultOf(capture(db, held?.holdId ?? "", now)),
      faultOf(reserveFor(db, { token: account.token, now })),
    ]);
    expect(faults.map(isUnusable)).toEqual([true, true]);
    await comeBack();
    expect((await reserveFor(db, { token: account.token, now }))?.isHeld).toBe(true);
    expect(await faultsOfLedger(db)).toEqual([]);
  });

  test("a free answer that is prepared is given as it is, one that is not gets 503, and so does a paid call, without being charged", async () => {
    const { bearer } = await fundedToken(db, 3);
    const charges = () => rowsOf<{ count: number }>(db, sql`select count(*)::int as count from receipts`);
    const [before, charged] = [await request(status), await charges()];
    expect(before.status).toBe(200);
    await hang();
    const [kept, other] = [await request(status), await request(status, "/api/status?provider=openai")];
    expect([kept.status, kept.text]).toEqual([200, before.text]);
    expect([other.status, other.headers.get("retry-after")]).toEqual([503, "5"]);
    const paid = await request(routing, "/api/premium/routing?task=code", { headers: bearer });
    expect([paid.status, paid.body.error, paid.headers.get("retry-after"), paid.headers.get("cache-control")]).toEqual([
      503,
      "unavailable",
      "5",
      "private, no-store",
    ]);
    await comeBack();
    expect(await charges()).toEqual(charged);
  });

  test("a preview is refused, and is not counted as one of the day's", async () => {
    const ask = () => request(routingPreview, "/api/preview/routing", { headers: { "x-client-address": "198.51.100.77" } });
    const before = await ask();
    await hang();
    expect((await ask()).status).toBe(503);
    await comeBack();
    const after = await ask();
    expect([before.status, after.status]).toEqual([200, 200]);
    expect(after.body.rate_limit.remaining).toBe(before.body.rate_limit.remaining - 1);
  });
});

describe("limits of a session", () => {
  test("hold for every statement of a direct connection", async () => {
    expect(await sessionLimits(db)).toEqual(["60000", "10000", "60000"]);
  });

  test("end a statement that waits for a lock, as an unusable database and not as a fault of ours", async () => {
    await rowsOf(db, sql`create table locked (id int)`);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let tellLocked = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => (tellLocked = resolve));
    const holder = inTransaction(db, async (tx) => {
      await rowsOf(tx, sql`lock table locked`);
      tellLocked();
      await released;
    });
    await isLocked;
    const fault = await faultOf(
      inTransaction(db, async (tx) => {
        await rowsOf(tx, sql`set local lock_timeout = '100ms'`);
        await rowsOf(tx, sql`select 1 from locked`);
      }),
    );
    release();
    await holder;
    expect(isUnusable(fault)).toBe(true);
  });
});
