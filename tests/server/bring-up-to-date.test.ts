import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../support/stores/rows-of";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { withSettlerLock } from "@/db/queries/money/call/settler-lock";
import { KEYS } from "@/lib/config/env";
import { createEmptyDatabase, type PostgresDatabase } from "../support/stores/drivers";
import { inTier } from "../support/lacks";
import { spawnScript } from "../support/server/server";

const MIGRATE = "lib/server/start/migrate.ts";
let folder: string;
let empty: PostgresDatabase;
let other: PostgresDatabase;
let connections: Connection[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "update-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  [empty, other] = await Promise.all([createEmptyDatabase(false), createEmptyDatabase(false)]);
  connections = [];
});
afterEach(async () => {
  for (const connection of connections) await connection.close();
  await Promise.all([empty.drop(), other.drop()]);
});

const run = async (script: string, variables: Record<string, string>, args: readonly string[] = []) =>
  (await spawnScript(script, { DATA_DIR: join(folder, "data"), ...variables }, args)).ended;
const hostOf = (url: string): string => new URL(url).host;

async function connect(database: PostgresDatabase): Promise<Db> {
  const connection = await openConnection({ driver: "pg", url: database.url }, "");
  connections.push(connection);
  return dbOf(connection);
}

const tablesOf = async (database: PostgresDatabase): Promise<number> =>
  (await rowsOf(await connect(database), sql`select 1 from pg_tables where schemaname in ('public', 'drizzle')`)).length;

test("explains a failed migration in one sentence, however it was started, and changes nothing", async () => {
  await (await connect(empty)).execute(sql`create table articles (id text)`);
  for (const [script = "", ...args] of [[MIGRATE], ["lib/server/main.ts"], ["lib/server/cli/jobs-cli.ts", "list"]]) {
    const { code, output } = await run(script, { DATABASE_URL: empty.url, PORT: "0" }, args);
    // Next says so on a machine that is busy.
    const own = output.replace(/^ ?✓ Running next\.config\.mjs took \d+ms\n/m, "");
    expect([script, code, own]).toEqual([
      script,
      1,
      'The migration 0000_init cannot be applied (relation "articles" already exists); the database is as it was.\n',
    ]);
  }
  expect(await tablesOf(empty)).toBe(1);
});

test("explains any other refused statement in one short line", async () => {
  expect((await run(MIGRATE, { DATABASE_URL: empty.url })).code).toBe(0);
  const db = await connect(empty);
  await db.execute(sql`delete from catalog_loads`);
  await db.execute(sql`alter table model_listings rename column name to called`);
  const { code, output } = await run(MIGRATE, { DATABASE_URL: empty.url });
  expect([code, output.trimEnd().split("\n").length]).toEqual([1, 1]);
  expect(output).toMatch(/^The database refused a statement: column [^\n]*\. LOG_LEVEL=debug shows which\.\n$/);
  expect(output.length).toBeLessThan(400);
});

test("migrates over the direct address when one is configured, and says so", async () => {
  const direct = empty.url.replace("localhost", "127.0.0.1");
  const { code, output } = await run(MIGRATE, { DATABASE_URL: empty.url, DATABASE_URL_UNPOOLED: direct });
  expect([code, output]).toEqual([
    0,
    `The database is up to date: Postgres at ${hostOf(empty.url)} through pg, migrated at ${hostOf(direct)} through pg.\n`,
  ]);
  expect((await run("lib/server/start/doctor.ts", { DATABASE_URL: empty.url, DATABASE_URL_UNPOOLED: direct })).output).toMatch(
    /^ok +database: Postgres at localhost:\d+ through pg, migrated at 127\.0\.0\.1:\d+ through pg, its schema is current$/m,
  );
});

test("refuses a direct address of another database by name and changes neither", async () => {
  const { code, output } = await run(MIGRATE, { DATABASE_URL: empty.url, DATABASE_URL_UNPOOLED: other.url });
  const refusal =
    "DATABASE_URL_UNPOOLED leads to another database than DATABASE_URL. Set both to addresses of one database, or unset DATABASE_URL_UNPOOLED.";
  expect([code, output]).toEqual([1, `${refusal}\n`]);
  expect([await tablesOf(empty), await tablesOf(other)]).toEqual([0, 0]);
  expect((await run("lib/server/start/doctor.ts", { DATABASE_URL: empty.url, DATABASE_URL_UNPOOLED: other.url })).output).toContain(
    `FAIL  database: ${refusal}\n`,
  );
});

test("names a direct address that does not answer", async () => {
  const { code, output } = await run(MIGRATE, { DATABASE_URL: empty.url, DATABASE_URL_UNPOOLED: "postgres://u:hunter2@127.0.0.1:9/name" });
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(
      /^The database at 127\.0\.0\.1:9 cannot be used \([^)]*ECONNREFUSED[^)]*\)\. Check DATABASE_URL_UNPOOLED, and that Postgres runs there\.\n$/,
    ),
  ]);
});

test("migrates on Vercel in production, and in previews only when they have their own database", async () => {
  const onVercel = {
    VERCEL: "1",
    POSTGRES_URL: empty.url,
    CRON_SECRET: "x".repeat(32),
    RECEIPT_SIGNING_KEY: KEYS.RECEIPT_SIGNING_KEY.example,
    WATCH_SECRET_KEY: KEYS.WATCH_SECRET_KEY.example,
  };
  for (const name of inTier(["preview"], ["preview", "development", ""])) {
    const { code, output } = await run(MIGRATE, { ...onVercel, VERCEL_ENV: name });
    expect([code, output]).toEqual([0, expect.stringContaining("Nothing is migrated: this is a preview on Vercel")]);
  }
  await run("lib/server/cli/jobs-cli.ts", { ...onVercel, VERCEL_ENV: "preview" }, ["list"]);
  expect(await tablesOf(empty)).toBe(0);
  expect(await run(MIGRATE, { ...onVercel, VERCEL_ENV: "production" })).toMatchObject({
    code: 0,
    output: expect.stringContaining("The database is up to date"),
  });
  expect(await tablesOf(empty)).toBeGreaterThan(10);
  expect(await run(MIGRATE, { ...onVercel, POSTGRES_URL: other.url, VERCEL_ENV: "preview", MIGRATE_PREVIEWS: "true" })).toMatchObject({
    code: 0,
  });
  expect(await tablesOf(other)).toBeGreaterThan(10);
});

test("fails the transaction, not the process, when a connection is lost between statements", async () => {
  const db = await connect(empty);
  const ending = withSettlerLock(db, async () => {
    const killer = await connect(empty);
    const lock = sql`select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
    await killer.execute(sql`select pg_terminate_backend(pid) from (${lock}) as owners`);
    while ((await rowsOf(killer, lock)).length > 0);
  });
  await expect(ending).rejects.toThrow(/Connection terminated|not queryable|Failed query/);
  expect(await rowsOf(db, sql`select 1 as n`)).toEqual([{ n: 1 }]);
});
