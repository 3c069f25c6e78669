import { getTableColumns, getTableName, sql, type SQL } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../client";
import { run } from "../statements";

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

function primaryKeyOf(table: PgTable): string[] {
  const { primaryKeys, columns } = getTableConfig(table);
  return (primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)).map(({ name }) => name);
}

export interface UpsertRules {
  /** Columns that keep their first value. */
  keeps?: readonly string[];
  /** A time column; a row with an older time never replaces a newer one. */
  newestBy?: string;
}

/** Upserts many rows in one statement; they travel as one JSON parameter. */
export async function upsertRows<Table extends PgTable>(
  tx: Db,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  { keeps = [], newestBy }: UpsertRules = {},
): Promise<void> {
  if (rows.length === 0) return;
  const keys = primaryKeyOf(table);
  const names = Object.values(getTableColumns(table)).map((column) => column.name);
  const updatedNames = names.filter((name) => !keys.includes(name) && !keeps.includes(name));
  const target = sql.identifier(getTableName(table));
  const set = sql.join(
    updatedNames.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
    sql`, `,
  );
  const where = newestBy === undefined ? sql`` : sql`where ${target}.${sql.identifier(newestBy)} <= excluded.${sql.identifier(newestBy)}`;
  await run(
    tx,
    sql`
    insert into ${target} (${list(names)})
    select ${list(names)} from jsonb_populate_recordset(null::${target}, ${inColumnNames(table, rows)}::jsonb)
    on conflict (${list(keys)}) do ${updatedNames.length > 0 ? sql`update set ${set} ${where}` : sql`nothing`}`,
  );
}

/** Inserts the rows that do not exist yet; there may be none. */
export async function insertNew<Table extends PgTable>(tx: Db, table: Table, rows: readonly Table["$inferInsert"][]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(table)
    .values([...rows])
    .onConflictDoNothing();
}

export async function deleteRows<Table extends PgTable>(
  tx: Db,
  table: Table,
  rows: readonly Partial<Table["$inferInsert"]>[],
): Promise<void> {
  if (rows.length === 0) return;
  const target = sql.identifier(getTableName(table));
  const same = sql.join(
    primaryKeyOf(table).map((name) => sql`${target}.${sql.identifier(name)} = gone.${sql.identifier(name)}`),
    sql` and `,
  );
  await run(
    tx,
    sql`delete from ${target} using jsonb_populate_recordset(null::${target}, ${inColumnNames(table, rows)}::jsonb) as gone where ${same}`,
  );
}

/** Reads in pages, so that no statement reads more than one. `read` sorts by the columns of `key`. */
export async function* pagesByKey<Row>(
  key: readonly PgColumn[],
  keyOf: (row: Row) => readonly string[],
  pageSize: number,
  read: (isAfter: SQL | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const after = (row: Row): SQL =>
    sql`(${sql.join([...key], sql`, `)}) > (${sql.join(
      keyOf(row).map((value) => sql`${value}`),
      sql`, `,
    )})`;
  for (let last: Row | undefined; ;) {
    const rows: Row[] = await read(last && after(last));
    yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1);
  }
}

export async function listByKey<Row>(...pages: Parameters<typeof pagesByKey<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pagesByKey(...pages)) rows.push(...page);
  return rows;
}

export const batchesOf = <Row>(rows: readonly Row[], size = ROWS_PER_STATEMENT): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));
