import type { SQL } from "drizzle-orm";
import type { Db } from "@/db/client";

/** What a test reads past the queries of the product; times arrive as text. */
export async function rowsOf<Row extends object>(db: Db, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows;
}
