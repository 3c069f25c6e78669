import { sql, type SQL } from "drizzle-orm";

/** Rows and columns of a pack end with these. */
const [ROW_END, COLUMN_END] = ["\x1e", "\x1f"];

const packOf = (columns: readonly SQL[]): SQL => sql`string_agg(concat_ws(${COLUMN_END}, ${sql.join([...columns], sql`, `)}), ${ROW_END})`;
/** `concat` writes a value as `concat_ws` does: booleans as a letter. */
const withoutMarks = (column: SQL): SQL => sql`translate(concat(${column}), ${ROW_END + COLUMN_END}, '')`;
const unpacked = (text: string | null): string[][] => (text === null ? [] : text.split(ROW_END).map((row) => row.split(COLUMN_END)));

export interface Pack {
  /** How many rows it has. */
  count: number;
  pack: string | null;
}

/**
 * Thousands of narrow rows as one text, in no order: drivers take longer to read columns than the database to find
 * them, and JSON takes both longer. `read` runs a statement with the aggregate it is given. Columns must not be null;
 * numbers come as Number reads them, booleans as t and f.
 */
export async function readPacked<Found extends Pack>(columns: readonly SQL[], read: (pack: SQL) => Promise<Found>): Promise<{ found: Found; rows: string[][] }> {
  const found = await read(packOf(columns));
  const rows = unpacked(found.pack);
  if (rows.length === found.count && rows.every((row) => row.length === columns.length)) return { found, rows };
  // Some text from outside has marks in it: without them there is no row and no column too many.
  const plain = await read(packOf(columns.map(withoutMarks)));
  return { found: plain, rows: unpacked(plain.pack) };
}
