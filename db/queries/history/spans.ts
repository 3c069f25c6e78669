import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "@/db/client";
import { daysOf, type capabilitySpans, type listingSpans, type scoreSpans } from "@/db/schema/history";
import { rowsOf, run, text, type RowOf } from "@/db/statements";
import { deleteRows, listByKey, upsertRows } from "../upsert-rows";
import type { OpenSpan } from "@/lib/domain/history/history-spans";

export type SpanTable = typeof listingSpans | typeof scoreSpans | typeof capabilitySpans;

/** The two columns that, with the first day, are the table's primary key. */
function keyOf(table: SpanTable) {
  if ("providerId" in table) return [table.providerId, table.modelKey] as const;
  return "benchmark" in table ? ([table.benchmarkKey, table.benchmark] as const) : ([table.makerId, table.benchmarkKey] as const);
}

function rowKey(table: SpanTable, [first, second]: readonly [string, string]) {
  if ("providerId" in table) return { providerId: first, modelKey: second };
  return "benchmark" in table ? { benchmarkKey: first, benchmark: second } : { makerId: first, benchmarkKey: second };
}

/** Day number of a date, as `dayNumber` counts it. */
export const dayNumberOf = (date: SQLWrapper): SQL => sql`(${date} - date '1970-01-01')`;

/** The spans of a day, as their index finds them. */
export const covers = (table: SpanTable, date: string): SQL => sql`${daysOf(table)} @> ${date}::date`;

const PAGE = 1000;
const SEPARATOR = "\n";

export const spanKey = (first: string, second: string): string => `${first}${SEPARATOR}${second}`;

function partsOf(key: string): [string, string] {
  const [first = "", second = ""] = key.split(SEPARATOR);
  return [first, second];
}

export async function listOpenSpans(db: Db, table: SpanTable): Promise<OpenSpan[]> {
  const [first, second] = keyOf(table);
  const SPAN = { first: text, second: text, hash: text, firstDate: text };
  const rows = await listByKey(
    keyOf(table),
    (row: RowOf<typeof SPAN>) => [row.first, row.second],
    PAGE,
    (isAfter) =>
      rowsOf(
        db,
        SPAN,
        sql`select ${first} as first, ${second} as second, hash, first_date::text as "firstDate" from ${table}
        where last_date is null and ${isAfter ?? true} order by ${first}, ${second} limit ${PAGE}`,
      ),
  );
  return rows.map((row) => ({ key: spanKey(row.first, row.second), hash: row.hash, firstDate: row.firstDate }));
}

export async function endSpans(tx: Db, table: SpanTable, spans: readonly OpenSpan[], lastDate: string): Promise<void> {
  if (spans.length === 0) return;
  const [first, second] = keyOf(table);
  const ended = spans.map(({ key, firstDate }) => ({ first_key: partsOf(key)[0], second_key: partsOf(key)[1], first_date: firstDate }));
  await run(
    tx,
    sql`
    update ${table} set last_date = ${lastDate}::date
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as e(first_key text, second_key text, first_date date)
    where ${first} = e.first_key and ${second} = e.second_key and ${table.firstDate} = e.first_date and last_date is null`,
  );
}

export async function dropSpans(tx: Db, table: SpanTable, spans: readonly OpenSpan[]): Promise<void> {
  const rows = spans.map(({ key, firstDate }) => ({ ...rowKey(table, partsOf(key)), firstDate }));
  await deleteRows(tx, table, rows);
}

export const beginSpans = <Table extends SpanTable>(tx: Db, table: Table, rows: readonly Table["$inferInsert"][]): Promise<void> =>
  upsertRows(tx, table, rows);
