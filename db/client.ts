import { DrizzleQueryError, eq, getTableColumns, isNull, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT, PgTable } from "drizzle-orm/pg-core";

/** A database through any of the three drivers, or a transaction of it. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** A timestamp parameter for raw statements, because the drivers format dates differently. */
export const at = (moment: Date | Placeholder): SQL => sql`${moment instanceof Date ? moment.toISOString() : moment}::timestamptz`;

/** True for rows with these values; null means that the column is null. */
export function matching<Table extends PgTable>(table: Table, values: Partial<Table["$inferSelect"]>): SQL {
  const columns = getTableColumns(table);
  const conditions = Object.entries(values).map(([name, value]) => {
    const column = columns[name];
    if (!column || value === undefined) throw new Error(`no value is given for the column ${name}`);
    return value === null ? isNull(column) : eq(column, value);
  });
  return sql.join(conditions, sql` and `);
}

export const firstOf = <Row>(rows: readonly Row[]): Row | null => rows[0] ?? null;
export const hasRow = (rows: readonly unknown[]): boolean => rows.length > 0;

const beginnings = new WeakMap<Db, (tx: Db) => Promise<void>>();

/** Has every transaction of a database begin with this. */
export function beginTransactionsWith(db: Db, begin: (tx: Db) => Promise<void>): void {
  beginnings.set(db, begin);
}

export function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db;
    await beginnings.get(db)?.(tx);
    return work(tx);
  });
}

/** The code of a statement that is refused because the store is known to be away. */
export const STORE_AWAY = "STORE_AWAY";

/**
 * Errors after which the store cannot be used. They are our own refusal, socket errors, a full disk,
 * and Postgres: connection exception, disk full, out of memory, too many connections, shutdown, a
 * statement or a wait for a lock that took too long.
 */
const UNUSABLE =
  /^(STORE_AWAY|ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN|EHOSTUNREACH|ENOSPC|08\w{3}|53[123]00|57P0[123]|57014|55P03|25P03)$/;
/** Messages of pg and PGlite that come without a code. */
const UNUSABLE_WORDS =
  /timeout exceeded when trying to connect|connection terminated|pool after calling end|not queryable|query read timeout|PGlite is closed/i;

/** The error and its causes, outermost first. */
export function* causesOf(error: unknown): Generator<Error> {
  if (!(error instanceof Error)) return;
  yield error;
  for (const inner of error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause]) yield* causesOf(inner);
}

export const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

/** True when the database cannot be used now; false when the statement itself is at fault. */
export function isUnusable(error: unknown): boolean {
  return [...causesOf(error)].some((one) => UNUSABLE.test(codeOf(one)) || UNUSABLE_WORDS.test(one.message));
}

export const isStorageFull = (error: unknown): boolean =>
  [...causesOf(error)].some((one) => codeOf(one) === "53100" || codeOf(one) === "ENOSPC");

/** The refused statement and the reason; null for other errors. */
export function refusedStatement(error: unknown): { statement: string; reason: string } | null {
  if (error instanceof DrizzleQueryError) {
    return { statement: error.query, reason: error.cause instanceof Error ? error.cause.message : "no reason given" };
  }
  return error instanceof Error ? refusedStatement(error.cause) : null;
}
