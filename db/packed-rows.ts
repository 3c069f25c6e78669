import { sql, type SQL } from "drizzle-orm";
import { rowsOf, type Db } from "./client";

/**
 * Thousands of narrow rows as one JSON value: drivers take longer to read columns than the database to find them.
 * `columns` are numbers, texts, booleans and nulls; the rows come in no order.
 */
export async function packedRows<Row extends readonly unknown[]>(db: Db, columns: SQL, source: SQL): Promise<Row[]> {
  const [row] = await rowsOf<{ packed: Row[] | null }>(db, sql`select json_agg(json_build_array(${columns})) as packed ${source}`);
  return row?.packed ?? [];
}
