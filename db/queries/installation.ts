import { sql } from "drizzle-orm";
import type { Db } from "../client";
import { installations } from "../schema/operations";
import { boolean, integer, orNull, rowsOf, run, text, time, type RowOf } from "../statements";

/** Rejects while the database does not answer. */
export const pingDatabase = (db: Db): Promise<unknown> => run(db, sql`select 1`);

/** True when the database holds more than the release's own catalogs. */
export async function hasCollectedData(db: Db): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    { hasData: boolean },
    sql`select exists(select 1 from articles) or exists(select 1 from status_polls) or exists(select 1 from snapshots) or exists(select 1 from job_runs where status = 'done') as "hasData"`,
  );
  return row?.hasData === true;
}

export async function markAsSample(db: Db): Promise<void> {
  await db.update(installations).set({ isSample: true });
}

export async function isSampleDatabase(db: Db): Promise<boolean> {
  const [row] = await db.select({ isSample: installations.isSample }).from(installations).limit(1);
  return row?.isSample === true;
}

export async function findInstalledAt(db: Db): Promise<Date> {
  const [row] = await db.select({ at: installations.createdAt }).from(installations).limit(1);
  if (!row) throw new Error("the database has no installation");
  return row.at;
}

/**
 * Identifies a database and how far its ledger goes. That is enough to notice another database, or an
 * older copy, in its place.
 */
export interface DatabaseIdentity {
  installation: string;
  /** Timestamp of the newest applied migration in drizzle's journal. */
  schemaVersion: number;
  /** Newest ledger transaction; 0 before the first. */
  newestTransaction: number;
  newestTransactionAt: string | null;
}

const IDENTITY = { installation: text, schemaVersion: integer, newestTransaction: integer, newestTransactionAt: orNull(time) };

/** Null for a database without the tables of this service. */
export async function describeDatabase(db: Db): Promise<DatabaseIdentity | null> {
  const [existence] = await rowsOf(
    db,
    { isMade: boolean },
    sql`select to_regclass('public.installations') is not null and to_regclass('public.ledger_transactions') is not null as "isMade"`,
  );
  if (!existence?.isMade) return null;
  const [row] = await rowsOf(
    db,
    IDENTITY,
    sql`select (select id::text from installations limit 1) as installation, (select max(created_at) from drizzle.__drizzle_migrations) as "schemaVersion",
          coalesce(newest.id, 0) as "newestTransaction", newest.at as "newestTransactionAt"
        from (select 1) as always left join (select id, at from ledger_transactions order by id desc limit 1) as newest on true`,
  );
  return row ? { ...row, newestTransactionAt: row.newestTransactionAt?.toISOString() ?? null } : null;
}

export async function listTablesWithoutFile(db: Db): Promise<string[]> {
  const rows = await rowsOf(
    db,
    { name: text },
    sql`select relname as name from pg_class where relkind in ('r', 'i', 't', 'S') and relfilenode <> 0 and pg_stat_file(pg_relation_filepath(oid), true) is null order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Reads every page of every table and returns the first unreadable one with the reason. */
export async function findUnreadableTable(db: Db): Promise<{ table: string; reason: string } | null> {
  const tables = await rowsOf(
    db,
    { name: text },
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  for (const { name } of tables) {
    try {
      await run(db, sql`select count(*) from ${sql.identifier(name)}`);
    } catch (error) {
      const { cause } = error as Error;
      return { table: name, reason: cause instanceof Error ? cause.message : String(error) };
    }
  }
  return null;
}

const CONNECTIONS = { limit: integer, used: integer };

/** How many connections Postgres takes from such users as ours, and how many there are. What others do is hidden from us, their database is not. */
export async function countConnections(db: Db): Promise<RowOf<typeof CONNECTIONS>> {
  const [row] = await rowsOf(
    db,
    CONNECTIONS,
    sql`select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "limit",
          (select count(*)::int from pg_stat_activity where datid is not null) as used`,
  );
  if (!row) throw new Error("the database answered no row");
  return row;
}
