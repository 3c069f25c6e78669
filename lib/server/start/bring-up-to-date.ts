import { dbOf, openConnection, type Connection } from "@/db/connection";
import { isSameDatabase, migrate, ping } from "@/db/migrate/migrate";
import { consultClock } from "@/db/queries/clock";
import { serviceTime } from "@/lib/config/clock";
import { CommandError } from "@/lib/config/command-error";
import { directAddress, servingAddress, type PostgresAddress } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { explainUnreachable } from "../cli/explain-unreachable";
import { loadCatalogs } from "./load-bundled-catalogs";

/** When only one of the two addresses was changed, a foreign database must not be migrated. */
async function requireSameDatabase(opened: Connection, direct: Connection, address: PostgresAddress): Promise<void> {
  await ping(direct).catch((error: unknown) => {
    throw new CommandError(explainUnreachable(error, address) ?? `${address.key} cannot be used: ${String(error)}`);
  });
  if (await isSameDatabase(opened, direct)) return;
  throw new CommandError(
    `${address.key} leads to another database than ${servingAddress(env())?.key}. Set both to addresses of one database, or unset ${address.key}.`,
  );
}

/** Runs `work` over the direct address, which bypasses a pooler. Without one it uses the serving connection. */
export async function overDirectAddress<Result>(opened: Connection, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const address = directAddress(env());
  if (!address) return work(opened);
  const direct = await openConnection(address, "");
  try {
    await requireSameDatabase(opened, direct, address);
    return await work(direct);
  } finally {
    await direct.close();
  }
}

/** Brings schema and bundled catalogs to this release, whichever process starts first. */
export const bringUpToDate = (opened: Connection, root: string): Promise<void> =>
  overDirectAddress(opened, async (connection) => {
    await migrate(connection, root);
    const db = dbOf(connection);
    await consultClock(db);
    await loadCatalogs(db, serviceTime(), root);
  });
