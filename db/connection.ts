import type { PGlite } from "@electric-sql/pglite";
import type { VercelPool } from "@vercel/postgres";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { drizzle as drizzleVercel } from "drizzle-orm/vercel-postgres";
import type { Pool } from "pg";
import type { DatabaseChoice } from "@/lib/config/database-choice";
import { watchQueue } from "@/lib/config/metrics";
import type { Db } from "./client";
import { databaseFolder } from "./embedded/database-marker";
import { endAtPanic } from "./embedded/end-at-panic";
import { lockFolder } from "./embedded/folder-lock";
import { useOwnPlans, cachePlans } from "./planned";
import { planStatements } from "./embedded/plan-statements";
import { keepPrivate, narrowFolder } from "./embedded/private-folder";
import { connectionState } from "./shared-connection";
import { limitTransactions, sessionLimits } from "./store/session-limits";
import { watchStore, type StoreWatch } from "./store/watch-store";
import { takeTurns } from "./take-turns";
import { keepMarker, requireSameDatabase, requireWholeFolder, whyNotStarted } from "./embedded/whole-database";

/** An open database before drizzle wraps it. */
export type Connection =
  | { driver: "pglite"; client: PGlite; panicked?: Promise<Error>; close(): Promise<void> }
  | { driver: "pg"; client: Pool; watch: StoreWatch; close(): Promise<void> }
  | { driver: "vercel"; client: VercelPool; watch: StoreWatch; close(): Promise<void> };

const shared = connectionState<Connection>();

/**
 * A pool reports a lost connection as an event, which ends the process when nobody listens. The next
 * statement fails by itself.
 */
function ignoreLostConnections(pool: Pick<Pool, "on">): void {
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
}

const asNumber = (text: string): number => Number(text);
const INT8 = 20;

async function startEngine(folder: string): Promise<PGlite> {
  const { PGlite } = await import("@electric-sql/pglite");
  const client = planStatements(takeTurns(await PGlite.create({ dataDir: folder })));
  // A new database's files are created world-writable, whatever the umask.
  narrowFolder(folder);
  await client.exec("set timezone to 'UTC'");
  return client;
}

const embeddedDb = (client: PGlite): Db => drizzlePglite(client) as unknown as Db;

/** Runs `work` on the database in a scratch folder, which is created when missing. */
export async function withEngine<Result>(folder: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const client = await startEngine(folder);
  try {
    return await work(embeddedDb(client));
  } finally {
    await client.close();
  }
}

async function openWhole(dataDir: string): Promise<PGlite> {
  requireWholeFolder(dataDir);
  const client = await startEngine(databaseFolder(dataDir)).catch((error: unknown) => {
    throw whyNotStarted(dataDir, error);
  });
  try {
    await requireSameDatabase(embeddedDb(client), dataDir);
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function openEmbedded(dataDir: string): Promise<Connection> {
  keepPrivate(dataDir);
  const unlock = await lockFolder(databaseFolder(dataDir));
  try {
    const { client, panicked, hasPanicked } = endAtPanic(await openWhole(dataDir));
    return {
      driver: "pglite",
      client,
      panicked,
      async close() {
        if (!hasPanicked()) {
          // An older marker says less, but is still true.
          await keepMarker(embeddedDb(client), dataDir).catch(() => undefined);
          await client.close();
        }
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const POOL = { max: 10, connectionTimeoutMillis: 10_000 };
/** Asks whether the store is there. Its one connection ends when it was not asked for ten seconds. */
const PING = { max: 1, connectionTimeoutMillis: 2000, query_timeout: 2000, idleTimeoutMillis: 10_000, allowExitOnIdle: true };

/** Watches a pool by pings over a second pool; `close` ends both. */
function watched(client: Pool, pinging: Pool): { watch: StoreWatch; close(): Promise<void> } {
  ignoreLostConnections(client);
  ignoreLostConnections(pinging);
  const watch = watchStore(client, () => pinging.query("select 1"));
  const close = async (): Promise<void> => {
    watch.close();
    await Promise.all([client.end(), pinging.end()]);
  };
  return { watch, close };
}

/** Sends the limits of a session only, which poolers may refuse. Therefore no statement may depend on the session's time zone. */
async function openPool(url: string): Promise<Connection> {
  const { default: pg } = await import("pg");
  pg.types.setTypeParser(INT8, asNumber);
  const client = new pg.Pool({ connectionString: url, ...POOL, ...sessionLimits() });
  watchQueue("statements waiting for a connection", () => client.waitingCount);
  return { driver: "pg", client, ...watched(client, new pg.Pool({ connectionString: url, ...PING })) };
}

async function openVercel(url: string): Promise<Connection> {
  const [{ createPool }, { types }] = await Promise.all([import("@vercel/postgres"), import("@neondatabase/serverless")]);
  types.setTypeParser(INT8, asNumber);
  const client = createPool({ connectionString: url, ...POOL });
  const pinging = createPool({ connectionString: url, ...PING });
  return { driver: "vercel", client, ...watched(client as unknown as Pool, pinging as unknown as Pool) };
}

export function openConnection(choice: DatabaseChoice, dataDir: string): Promise<Connection> {
  if (choice.driver === "pglite") return openEmbedded(dataDir);
  return choice.driver === "pg" ? openPool(choice.url) : openVercel(choice.url);
}

const embedded = new WeakSet<Db>();

/** True for the embedded database, which no other process can open. */
export const isEmbedded = (db: Db): boolean => embedded.has(db);

export function dbOf(connection: Connection): Db {
  if (connection.driver === "pg") {
    const db = drizzlePg(connection.client) as unknown as Db;
    cachePlans(db, connection.client);
    limitTransactions(db, connection.client);
    return db;
  }
  if (connection.driver === "vercel") {
    const db = drizzleVercel(connection.client) as unknown as Db;
    limitTransactions(db, null);
    return db;
  }
  const db = embeddedDb(connection.client);
  embedded.add(db);
  useOwnPlans(db, connection.client);
  return db;
}

/** The process's connection. A failed attempt is not cached, so the next caller tries again. */
export function sharedConnection(open: () => Promise<Connection>): Promise<Connection> {
  shared.connection ??= open().catch((error: unknown) => {
    shared.connection = undefined;
    throw error;
  });
  return shared.connection;
}

export async function closeSharedConnection(): Promise<void> {
  const connection = await shared.connection;
  shared.connection = undefined;
  await connection?.close();
}
