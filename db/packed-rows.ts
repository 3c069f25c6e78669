import { sql, type SQL } from "drizzle-orm";

/** Parts the texts of a pack, whether they are of one row or of two. */
const MARK = "\x1f";

const packOf = (columns: readonly SQL[]): SQL => sql`string_agg(concat_ws(${MARK}, ${sql.join([...columns], sql`, `)}), ${MARK})`;
/** `concat` writes a value as `concat_ws` does: booleans as a letter. */
const withoutMark = (column: SQL): SQL => sql`translate(concat(${column}), ${MARK}, '')`;
const unpacked = (text: string | null): string[] => (text === null ? [] : text.split(MARK));

export interface Pack {
  /** How many rows it has. */
  count: number;
  pack: string | null;
}

/**
 * Thousands of narrow rows as one text, in no order: drivers take longer to read columns than the database to find
 * them, and JSON takes both longer. `read` runs a statement with the aggregate it is given. Columns must not be null;
 * numbers come as Number reads them, booleans as t and f. `texts` are the columns of one row after the other.
 */
export async function readPacked<Found extends Pack>(columns: readonly SQL[], read: (pack: SQL) => Promise<Found>): Promise<{ found: Found; texts: string[] }> {
  const found = await read(packOf(columns));
  const texts = unpacked(found.pack);
  if (texts.length === found.count * columns.length) return { found, texts };
  // Some text from outside has marks in it: without them there is no text too many.
  const plain = await read(packOf(columns.map(withoutMark)));
  return { found: plain, texts: unpacked(plain.pack) };
}
