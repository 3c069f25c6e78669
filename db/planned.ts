import { createHash } from "node:crypto";
import { fillPlaceholders, sql, type Placeholder, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { PGlite } from "@electric-sql/pglite";
import type { Pool } from "pg";
import type { Db } from "./client";
import { rowReader, rowsOf, type Columns, type RowOf } from "./statements";

const sessions = new WeakMap<Db, { pool: Pool } | { engine: PGlite }>();
/** A connection whose statement takes longer is given up. None of these statements may wait as long for a lock. */
const PATIENCE_MS = 12_000;
const dialect = new PgDialect();

/** A pooler may run our next statement in another session, which has no such plan or another client's. */
const LOST_PLAN = new Set(["26000", "42P05"]);

/** Allows `planned` statements to use prepared plans on this pool. */
export function cachePlans(db: Db, pool: Pool): void {
  sessions.set(db, { pool });
}

/** Registers the engine of an embedded database, which keeps the plans of all its statements by itself. */
export function useOwnPlans(db: Db, engine: PGlite): void {
  sessions.set(db, { engine });
}

/** The values of a statement, or placeholders while its text is compiled. */
export type PlannedValues<Values> = { [Name in keyof Values]: Values[Name] | Placeholder };

const asParameter = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/**
 * A hot-path statement. Outside a transaction its text is written once and planned once per connection, which would otherwise
 * cost more than running it. The plan's name is a hash of the text, so a shared session holds either this text under it or
 * nothing.
 */
export function planned<Names extends Columns, Values extends object>(
  columns: Names,
  write: (values: PlannedValues<Values>) => SQL,
): (db: Db, values: Values) => Promise<RowOf<Names>[]> {
  const read = rowReader(columns);
  const compile = (values: Values) => {
    const { sql: text, params } = dialect.sqlToQuery(
      write(Object.fromEntries(Object.keys(values).map((key) => [key, sql.placeholder(key)])) as PlannedValues<Values>),
    );
    return { name: `planned-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`, text, params };
  };
  let query: ReturnType<typeof compile> | null = null;

  return async (db, values) => {
    const session = sessions.get(db);
    if (!session) return rowsOf(db, columns, write(values));
    query ??= compile(values);
    const { name, text, params } = query;
    const parameters = fillPlaceholders(params, values as Record<string, unknown>).map(asParameter);
    if ("engine" in session) return read((await session.engine.query(text, parameters)).rows, sql.raw(text));
    try {
      const asked = { name, text, values: parameters, query_timeout: PATIENCE_MS };
      return read((await session.pool.query(asked)).rows, sql.raw(text));
    } catch (error) {
      if (!LOST_PLAN.has(String((error as { code?: unknown }).code))) throw error;
      sessions.delete(db);
      return rowsOf(db, columns, write(values));
    }
  };
}
