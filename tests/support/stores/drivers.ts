import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { describe } from "vitest";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { migrate } from "@/db/migrate/migrate";
import { openEmbedded, type TestDatabase } from "./embedded-database";
import { poolerUrl } from "./pgbouncer";
import { postgresUrl } from "./postgres";
import { exclusively } from "./run-folder";
import { startWsProxy } from "./ws-proxy";

const root = join(import.meta.dirname, "../../..");
const TEMPLATE = "template_migrated";

/** A run through PgBouncer uses the `pg` driver with another address. */
const isPooled = process.env.TEST_DRIVER === "pgbouncer";

async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function ensureTemplate(url: string): Promise<void> {
  await exclusively("template", async () => {
    const existing = await onServer(url, `select 1 from pg_database where datname = '${TEMPLATE}'`);
    if (existing.rowCount) return;
    await onServer(url, `create database ${TEMPLATE}_draft`);
    const connection = await openConnection({ driver: "pg", url: `${url}/${TEMPLATE}_draft` }, "");
    await migrate(connection, root);
    await connection.close();
    await onServer(url, `alter database ${TEMPLATE}_draft rename to ${TEMPLATE}`);
  });
}

export interface PostgresDatabase {
  url: string;
  drop(): Promise<void>;
}

async function create(options: string, isBehindPooler: boolean): Promise<PostgresDatabase> {
  const url = await postgresUrl();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(url, `create database ${name} ${options}`);
  return {
    url: `${isBehindPooler ? await poolerUrl() : url}/${name}`,
    drop: async () => void (await onServer(url, `drop database if exists ${name} with (force)`)),
  };
}

/** A new database, cloned from the migrated template or another one. */
export async function createPostgresDatabase(isBehindPooler = isPooled, template = TEMPLATE): Promise<PostgresDatabase> {
  await ensureTemplate(await postgresUrl());
  return create(`template ${template}`, isBehindPooler);
}

/** Declares a database that nobody is connected to any more to be a template, and returns its name. */
export async function makeTemplate({ url }: PostgresDatabase): Promise<string> {
  const name = new URL(url).pathname.slice(1);
  await onServer(await postgresUrl(), `alter database ${name} is_template true allow_connections false`);
  return name;
}

export const createEmptyDatabase = (isBehindPooler = isPooled): Promise<PostgresDatabase> => create("", isBehindPooler);

const asTestDatabase = (connection: Connection, close: () => Promise<void>): TestDatabase => ({ db: dbOf(connection), connection, close });

export async function openPg(): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase();
  const connection = await openConnection({ driver: "pg", url }, "");
  return asTestDatabase(connection, async () => {
    await connection.close();
    await drop();
  });
}

export async function openVercel(): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase();
  await startWsProxy(Number(new URL(url).port));
  const connection = await openConnection({ driver: "vercel", url }, "");
  return asTestDatabase(connection, async () => {
    await connection.close();
    await drop();
  });
}

const all = [
  { driver: "pglite", open: openEmbedded },
  { driver: "pg", open: openPg },
  { driver: "vercel", open: openVercel },
] as const;

/** With TEST_DRIVER only that driver is tested. */
const drivers = all.filter(({ driver }) => (isPooled ? "pg" : (process.env.TEST_DRIVER ?? driver)) === driver);

/** Runs the suite on every driver that the service supports. */
export function forEachDriver(suite: (open: () => Promise<TestDatabase>, driver: "pglite" | "pg" | "vercel") => void): void {
  describe.each(drivers)("on $driver", ({ driver, open }) => {
    suite(open, driver);
  });
}
