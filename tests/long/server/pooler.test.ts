import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { sql } from "drizzle-orm";
import { createEmptyDatabase, type PostgresDatabase } from "../../support/stores/drivers";
import { copyPreparedWorld } from "../../support/server/prepared-world";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { postgresUrl } from "../../support/stores/postgres";
import { ensureBuild, runScript, spawnScript, startServer, type TestServer } from "../../support/server/server";
import { lacksPgbouncer } from "../../support/lacks";

const FOUR = [0, 1, 2, 3];
let folder: string;
let database: PostgresDatabase;
/** Bypasses the pooler, to see the server's locks. */
let direct: Connection;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pooler-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openDatabases(created: PostgresDatabase): Promise<void> {
  database = created;
  direct = await openConnection({ driver: "pg", url: `${await postgresUrl()}${new URL(database.url).pathname}` }, "");
}

async function closeDatabases(): Promise<void> {
  await direct.close();
  await database.drop();
}

const dataDir = (n: number | string): string => join(folder, `data-${n}`);
const variables = () => ({
  DATABASE_URL: database.url,
  RECEIPT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64url"),
  WATCH_SECRET_KEY: Buffer.alloc(32, 8).toString("base64url"),
});
const migrateScript = (n: number | string) => runScript("lib/server/start/migrate.ts", { ...variables(), DATA_DIR: dataDir(n) });
const locks = () =>
  rowsOf<{ granted: boolean }>(
    dbOf(direct),
    sql`select granted from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );

async function expectWholeOnce(): Promise<void> {
  const [found] = await rowsOf<Record<string, number>>(
    dbOf(direct),
    sql`select count(*)::int as rows, count(distinct hash)::int as hashes, (select count(*)::int from catalog_loads where catalog = 'release') as releases, (select count(*)::int from model_listings) as listings from drizzle.__drizzle_migrations`,
  );
  expect(found).toMatchObject({ releases: 1, hashes: found?.rows });
  expect(found?.rows).toBeGreaterThan(10);
  expect(found?.listings).toBeGreaterThan(100);
  expect(await locks()).toEqual([]);
}

describe.skipIf(lacksPgbouncer())("npm run migrate behind a transaction pooler", () => {
  beforeEach(async () => {
    await openDatabases(await createEmptyDatabase(true));
    return closeDatabases;
  });

  test("succeeds four times at once on an empty database and migrates it once", async () => {
    const outputs = await Promise.all(FOUR.map(migrateScript));
    expect(outputs).toEqual(FOUR.map(() => `The database is up to date: Postgres at ${new URL(database.url).host} through pg.\n`));
    await expectWholeOnce();
  });

  test("leaves no lock and no partial work when killed", async () => {
    const blocker = new pg.Client({ connectionString: `${await postgresUrl()}${new URL(database.url).pathname}` });
    await blocker.connect();
    await blocker.query("begin; create schema drizzle");
    const killed = await spawnScript("lib/server/start/migrate.ts", { ...variables(), DATA_DIR: dataDir("killed") });
    while ((await locks()).length === 0) await delay(20);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const second = migrateScript("second");
    await blocker.query("rollback");
    await blocker.end();
    expect(await second).toContain("up to date");
    await expectWholeOnce();
  });
});

describe.skipIf(lacksPgbouncer())("four servers behind a transaction pooler", () => {
  let servers: TestServer[] = [];
  beforeAll(async () => {
    await ensureBuild();
    const world = await copyPreparedWorld("pg", dataDir("jobs"), true);
    await openDatabases(world.database as PostgresDatabase);
    const environment = { ...variables(), SOURCES_REPLAY_DIR: world.replayDir };
    servers = await Promise.all(FOUR.map((n) => startServer({ ...environment, DATA_DIR: dataDir(n), CRON_SECRET: "0123456789abcdef" })));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await closeDatabases();
  });

  const call = async (n: number, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${servers[n % 4]?.baseUrl}${path}`, { headers });
    return {
      status: answer.status,
      body: (await answer.json()) as { billing?: { credits_charged: number; credits_remaining: number }; error?: string },
    };
  };

  test("start at the same time, and each names its database", async () => {
    for (const server of servers) expect(server.output()).toContain(`Postgres at ${new URL(database.url).host} through pg;`);
    await expectWholeOnce();
  });

  test("answer free calls", async () => {
    for (const n of FOUR) {
      for (const path of ["/api/health", "/api/models?limit=3", "/api/news?limit=3", "/api/status/summary"]) {
        expect([path, (await call(n, path)).status]).toEqual([path, 200]);
      }
    }
  });

  test("charge exactly the account's credits with many simultaneous calls", async () => {
    const { bearer } = await fundedToken(dbOf(direct), 25);
    const calls = await Promise.all(
      Array.from({ length: 60 }, (_, n) => call(n, `/api/premium/routing?task=code&budget=${1000 + n}`, bearer)),
    );
    const charged = calls.filter(({ status }) => status === 200);
    expect([charged.length, calls.filter(({ status }) => status === 402).length]).toEqual([25, 35]);
    expect(charged.map(({ body }) => body.billing?.credits_remaining).toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 25 }, (_, n) => n),
    );
    expect(await faultsOfLedger(dbOf(direct))).toEqual([]);
  });

  test("run a job once when all are asked to", async () => {
    // Its slot lasts a day, so that none begins while the four ask.
    const DAILY = "prune-history";
    const answers = await Promise.all(FOUR.map((n) => call(n, `/api/cron/${DAILY}`, { Authorization: "Bearer 0123456789abcdef" })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rowsOf(dbOf(direct), sql`select status from job_runs where job = ${DAILY}`)).toEqual([{ status: "done" }]);
  });
});
