import type { Db } from "./client";
import { dbOf, openConnection, sharedConnection, type Connection } from "./connection";
import { pingDatabase } from "./queries/installation";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";

export async function connection(): Promise<Connection> {
  if (env().isBuild) throw new Error("the database is not read during the build: a page asks for data before it waits for a request");
  return sharedConnection(() => openConnection(databaseChoice(env()), env().DATA_DIR));
}

let wrapped: { of: Connection; db: Db } | undefined;

export async function database(): Promise<Db> {
  const current = await connection();
  if (wrapped?.of !== current) wrapped = { of: current, db: dbOf(current) };
  // Our own server begins to watch when it has started; on Vercel nobody migrates while serving.
  if (env().isVercel) watchDatabase(current);
  return wrapped.db;
}

/** From now on statements are refused at once while the database does not answer. The embedded one is part of this process. */
export function watchDatabase(opened: Connection): void {
  if (opened.driver !== "pglite") opened.watch.arm();
}

/** Rejects while the database does not answer. A pool whose connections are all in use is no outage, so that none of them is waited for. */
export async function pingStore(): Promise<unknown> {
  const opened = await connection();
  return opened.driver === "pglite" ? pingDatabase(await database()) : opened.watch.ping();
}
