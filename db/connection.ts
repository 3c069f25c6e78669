import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import type { VercelPool } from "@vercel/postgres";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { drizzle as drizzleVercel } from "drizzle-orm/vercel-postgres";
import type { Pool } from "pg";
import type { DatabaseChoice } from "@/lib/env";
import type { Db } from "./client";
import { endAtPanic } from "./end-at-panic";
import { keepPlans } from "./planned";
import { lockFolder } from "./folder-lock";
import { keepPrivate, narrowFolder } from "./private-folder";
import { takeTurns } from "./take-turns";

/** An open database before drizzle wraps it: one per process, shared by the server and the Next bundle. */
export type Connection =
  | { driver: "pglite"; client: PGlite; panicked?: Promise<Error>; close(): Promise<void> }
  | { driver: "pg"; client: Pool; close(): Promise<void> }
  | { driver: "vercel"; client: VercelPool; close(): Promise<void> };

const CONNECTION = Symbol.for("database-connection");
const shared = globalThis as { [CONNECTION]?: Promise<Connection> };

const asNumber = (text: string): number => Number(text);
const INT8 = 20;

async function openEmbedded(dataDir: string): Promise<Connection> {
  const { PGlite } = await import("@electric-sql/pglite");
  const folder = join(dataDir, "db");
  keepPrivate(dataDir);
  const unlock = await lockFolder(folder);
  try {
    const { client, panicked, hasPanicked } = endAtPanic(takeTurns(await PGlite.create({ dataDir: folder })));
    // The files of a new database are made writable by everybody, whatever the umask says.
    narrowFolder(folder);
    await client.exec("set timezone to 'UTC'");
    return {
      driver: "pglite",
      client,
      panicked,
      async close() {
        if (!hasPanicked()) await client.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openPool(url: string): Promise<Connection> {
  const { default: pg } = await import("pg");
  pg.types.setTypeParser(INT8, asNumber);
  const client = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000, options: "-c timezone=UTC" });
  client.on("error", () => undefined);
  return { driver: "pg", client, close: () => client.end() };
}

async function openVercel(url: string): Promise<Connection> {
  const [{ createPool }, { types }] = await Promise.all([import("@vercel/postgres"), import("@neondatabase/serverless")]);
  types.setTypeParser(INT8, asNumber);
  const client = createPool({ connectionString: url, max: 10 });
  client.on("error", () => undefined);
  return { driver: "vercel", client, close: () => client.end() };
}

export function openConnection(choice: DatabaseChoice, dataDir: string): Promise<Connection> {
  if (choice.driver === "pglite") return openEmbedded(dataDir);
  return choice.driver === "pg" ? openPool(choice.url) : openVercel(choice.url);
}

const embedded = new WeakSet<Db>();

/** Whether it is this process's own, that no other one can open. */
export const isEmbedded = (db: Db): boolean => embedded.has(db);

export function dbOf(connection: Connection): Db {
  if (connection.driver === "pg") {
    const db = drizzlePg(connection.client) as unknown as Db;
    keepPlans(db, connection.client);
    return db;
  }
  if (connection.driver === "vercel") return drizzleVercel(connection.client) as unknown as Db;
  const db = drizzlePglite(connection.client) as unknown as Db;
  embedded.add(db);
  return db;
}

/** The process's connection; a failed opening is not kept, so that the next caller tries again. */
export function sharedConnection(open: () => Promise<Connection>): Promise<Connection> {
  shared[CONNECTION] ??= open().catch((error: unknown) => {
    shared[CONNECTION] = undefined;
    throw error;
  });
  return shared[CONNECTION];
}

export async function closeSharedConnection(): Promise<void> {
  const connection = await shared[CONNECTION];
  shared[CONNECTION] = undefined;
  await connection?.close();
}
