import { getTableName, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { listingSpans, scoreSpans } from "@/db/schema/history";
import { deleteRows, listInPages, upsertRows } from "../upsert-rows";
import type { OpenSpan } from "@/lib/domain/history/history-spans";

/** A table of spans. The two columns and the first day are its primary key. */
export interface SpanTable<Table extends typeof listingSpans | typeof scoreSpans> {
  table: Table;
  keys: readonly [string, string];
}

/** Day number of a date, as `dayNumber` counts it. */
export const dayNumberOf = (date: SQL): SQL => sql`(${date} - date '1970-01-01')`;

const PAGE = 1000;
const SEPARATOR = "\n";

export const spanKey = (first: string, second: string): string => `${first}${SEPARATOR}${second}`;

function partsOf(key: string): [string, string] {
  const [first = "", second = ""] = key.split(SEPARATOR);
  return [first, second];
}

const columns = (keys: readonly [string, string]): [SQL, SQL] => [sql`${sql.identifier(keys[0])}`, sql`${sql.identifier(keys[1])}`];

type AnySpanTable = SpanTable<typeof listingSpans> | SpanTable<typeof scoreSpans>;

export async function listOpenSpans(db: Db, { table, keys }: AnySpanTable): Promise<OpenSpan[]> {
  type Row = { first_key: string; second_key: string; hash: string; first_date: string };
  const [first, second] = columns(keys);
  const page = (after: Row | null) => sql`
    select ${first} as first_key, ${second} as second_key, hash, first_date::text as first_date from ${sql.identifier(getTableName(table))}
    where last_date is null and (${first}, ${second}) > (${after?.first_key ?? ""}, ${after?.second_key ?? ""})
    order by ${first}, ${second} limit ${PAGE}`;
  const rows = await listInPages<Row>(db, page, PAGE);
  return rows.map((row) => ({ key: spanKey(row.first_key, row.second_key), hash: row.hash, firstDate: row.first_date }));
}

export async function endSpans(tx: Db, { table, keys }: AnySpanTable, spans: readonly OpenSpan[], lastDate: string): Promise<void> {
  if (spans.length === 0) return;
  const [first, second] = columns(keys);
  const ended = spans.map(({ key, firstDate }) => ({ first_key: partsOf(key)[0], second_key: partsOf(key)[1], first_date: firstDate }));
  await tx.execute(sql`
    update ${sql.identifier(getTableName(table))} as s set last_date = ${lastDate}::date
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as e(first_key text, second_key text, first_date date)
    where s.${first} = e.first_key and s.${second} = e.second_key and s.first_date = e.first_date and s.last_date is null`);
}

export async function dropSpans(tx: Db, { table, keys }: AnySpanTable, spans: readonly OpenSpan[]): Promise<void> {
  const [first, second] = keys.map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())) as [string, string];
  const rows = spans.map(({ key, firstDate }) => ({ [first]: partsOf(key)[0], [second]: partsOf(key)[1], firstDate }));
  await deleteRows(tx, table, rows, [...keys, "first_date"]);
}

export const beginSpans = <Table extends typeof listingSpans | typeof scoreSpans>(
  tx: Db,
  { table, keys }: SpanTable<Table>,
  rows: readonly Table["$inferInsert"][],
): Promise<void> => upsertRows(tx, table, rows, [...keys, "first_date"]);
