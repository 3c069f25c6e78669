import { sql } from "drizzle-orm";
import { rowsOf, toDate, type Db } from "../client";

/** True when the database holds more than the release's own catalogs. */
export async function hasCollectedData(db: Db): Promise<boolean> {
  const [row] = await rowsOf<{ has_data: boolean }>(
    db,
    sql`select exists(select 1 from articles) or exists(select 1 from status_polls) or exists(select 1 from snapshots) or exists(select 1 from job_runs where status = 'done') as has_data`,
  );
  return row?.has_data === true;
}

/** Identifies a database and how far its ledger goes: enough to notice another database, or an older copy, in its place. */
export interface DatabaseIdentity {
  installation: string;
  /** Timestamp of the newest applied migration in drizzle's journal. */
  schemaVersion: number;
  /** Newest ledger transaction; 0 before the first. */
  newestTransaction: number;
  newestTransactionAt: string | null;
}

interface Row {
  installation: string;
  schema_version: string;
  newest: string;
  at: string | Date | null;
}

/** Null for a database without the tables of this service. */
export async function describeDatabase(db: Db): Promise<DatabaseIdentity | null> {
  const [existence] = await rowsOf<{ is_made: boolean }>(
    db,
    sql`select to_regclass('public.installations') is not null and to_regclass('public.ledger_transactions') is not null as is_made`,
  );
  if (!existence?.is_made) return null;
  const [row] = await rowsOf<Row>(
    db,
    sql`select (select id::text from installations limit 1) as installation, (select max(created_at)::text from drizzle.__drizzle_migrations) as schema_version,
          coalesce(newest.id, 0)::text as newest, newest.at
        from (select 1) as always left join (select id, at from ledger_transactions order by id desc limit 1) as newest on true`,
  );
  if (!row) return null;
  return {
    installation: row.installation,
    schemaVersion: Number(row.schema_version),
    newestTransaction: Number(row.newest),
    newestTransactionAt: toDate(row.at)?.toISOString() ?? null,
  };
}

/** Tables whose file is missing from the embedded database's folder. */
export async function listTablesWithoutFile(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relkind in ('r', 'i', 't', 'S') and relfilenode <> 0 and pg_stat_file(pg_relation_filepath(oid), true) is null order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Reads every page of every table and returns the first unreadable one with the reason. */
export async function findUnreadableTable(db: Db): Promise<{ table: string; reason: string } | null> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  for (const { name } of tables) {
    try {
      await db.execute(sql`select count(*) from ${sql.identifier(name)}`);
    } catch (error) {
      const { cause } = error as Error;
      return { table: name, reason: cause instanceof Error ? cause.message : String(error) };
    }
  }
  return null;
}
