import { getTableColumns, getTableName, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { rowsOf, type Db } from "../client";

/** Keeps a statement far below 50 ms on the embedded database. */
const ROWS_PER_STATEMENT = 100;

/** The rows as JSON for `jsonb_populate_recordset`; a column that a row lacks is null. */
export function inColumnNames(table: PgTable, rows: readonly object[]): string {
  const columns = Object.entries(getTableColumns(table));
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map(([key, column]) => [column.name, (row as Record<string, unknown>)[key] ?? null]))),
  );
}

const list = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );

export interface UpsertRules {
  /** Columns that keep their first value. */
  keeps?: readonly string[];
  /** A time column; a row with an older time never replaces a newer one. */
  newestBy?: string;
}

/** Upserts many rows in one statement; they travel as one JSON parameter. `keys` are the columns of the primary key. */
export async function upsertRows<Table extends PgTable>(
  tx: Db,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  keys: readonly string[],
  { keeps = [], newestBy }: UpsertRules = {},
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.values(getTableColumns(table)).map((column) => column.name);
  const updatedNames = names.filter((name) => !keys.includes(name) && !keeps.includes(name));
  const target = sql.identifier(getTableName(table));
  const set = sql.join(
    updatedNames.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
    sql`, `,
  );
  const where = newestBy === undefined ? sql`` : sql`where ${target}.${sql.identifier(newestBy)} <= excluded.${sql.identifier(newestBy)}`;
  await tx.execute(sql`
    insert into ${target} (${list(names)})
    select ${list(names)} from jsonb_populate_recordset(null::${target}, ${inColumnNames(table, rows)}::jsonb)
    on conflict (${list(keys)}) do ${updatedNames.length > 0 ? sql`update set ${set} ${where}` : sql`nothing`}`);
}

export async function deleteRows<Table extends PgTable>(
  tx: Db,
  table: Table,
  rows: readonly Partial<Table["$inferInsert"]>[],
  keys: readonly string[],
): Promise<void> {
  if (rows.length === 0) return;
  const target = sql.identifier(getTableName(table));
  const same = sql.join(
    keys.map((name) => sql`${target}.${sql.identifier(name)} = gone.${sql.identifier(name)}`),
    sql` and `,
  );
  await tx.execute(
    sql`delete from ${target} using jsonb_populate_recordset(null::${target}, ${inColumnNames(table, rows)}::jsonb) as gone where ${same}`,
  );
}

/** Reads a table in pages by key, so that no statement reads more than one page. */
export async function* pagesOf<Row extends object>(db: Db, page: (after: Row | null) => SQL, pageSize: number): AsyncGenerator<Row[]> {
  for (let after: Row | null = null; ;) {
    const rows: Row[] = await rowsOf<Row>(db, page(after));
    yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1) ?? null;
  }
}

export async function listInPages<Row extends object>(db: Db, page: (after: Row | null) => SQL, pageSize: number): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const next of pagesOf(db, page, pageSize)) rows.push(...next);
  return rows;
}

export const batchesOf = <Row>(rows: readonly Row[], size = ROWS_PER_STATEMENT): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));
