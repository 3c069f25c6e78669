import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** Any of the three drivers, or a transaction of one. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Rows of a raw statement; the three drivers agree on `rows`. Times arrive as text: see `toDate`. */
export async function rowsOf<Row extends object>(db: Db, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}

export function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction((tx) => work(tx as unknown as Db));
}

/** Raw statements give `2026-11-21 07:00:00+00`, the query builder gives Date. */
export function toDate(value: string | Date): Date;
export function toDate(value: string | Date | null): Date | null;
export function toDate(value: string | Date | null): Date | null {
  if (value === null || value instanceof Date) return value;
  const iso = value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
  return new Date(/[zZ]|[+-]\d\d:\d\d$/.test(iso) ? iso : `${iso}Z`);
}
