import { createHash } from "node:crypto";
import { fillPlaceholders, sql, type Placeholder, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { PGlite } from "@electric-sql/pglite";
import { escapeLiteral, type Pool } from "pg";
import type { Db } from "./client";
import { rowReader, rowsOf, type Columns, type RowOf } from "./statements";

const sessions = new WeakMap<Db, { pool: Pool } | { engine: PGlite }>();
/** The plans that the one session of an embedded database has, by name, with how often each was used. */
const plansOf = new WeakMap<PGlite, Map<string, number>>();
/** No autovacuum tells the embedded database that a table has grown, so a plan is made anew before it can be far off. */
const USES_OF_A_PLAN = 1000;
/** Longer than any of these statements may wait for a lock; the connection of one that takes longer is given up. */
const PATIENCE_MS = 12_000;
const dialect = new PgDialect();

/** A pooler may run our next statement in another session, which has no such plan, or one of another client. */
const LOST_PLAN = new Set(["26000", "42P05"]);

/** Allows `planned` statements to use prepared plans on this pool. */
export function keepPlans(db: Db, pool: Pool): void {
  sessions.set(db, { pool });
}

/** The same for an embedded database. */
export function keepEmbeddedPlans(db: Db, engine: PGlite): void {
  sessions.set(db, { engine });
}

/** The values of a statement, or placeholders while its text is compiled. */
export type PlannedValues<Values> = { [Name in keyof Values]: Values[Name] | Placeholder };

const asParameter = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** A parameter within the text of EXECUTE, which takes no others. */
function asLiteral(value: unknown): string {
  const parameter = asParameter(value);
  return parameter === null || parameter === undefined ? "null" : escapeLiteral(String(parameter));
}

/** PGlite has no named statements of its own and would plan a text anew each time: SQL's PREPARE and EXECUTE do what a pool does by name. */
async function executePlan(
  engine: PGlite,
  { name, text }: { name: string; text: string },
  parameters: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const plans = plansOf.get(engine) ?? new Map<string, number>();
  plansOf.set(engine, plans);
  const uses = plans.get(name);
  if (uses === undefined || uses === USES_OF_A_PLAN) {
    plans.set(name, 0);
    await engine.exec(`${uses === undefined ? "" : `deallocate "${name}";`} prepare "${name}" as ${text}`).catch((error: unknown) => {
      plans.delete(name);
      throw error;
    });
  }
  plans.set(name, (plans.get(name) ?? 0) + 1);
  const given = parameters.length > 0 ? ` (${parameters.map(asLiteral).join(",")})` : "";
  // As a simple query, which takes fewer messages to the engine than its `query`.
  const [answered] = await engine.exec(`execute "${name}"${given}`);
  return answered?.rows ?? [];
}

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
    if ("engine" in session) return read(await executePlan(session.engine, query, parameters), sql.raw(text));
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
