import type { z } from "zod";

export interface CsvTable {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

/** How entries become a table: a column for each field of their schema, in its order. */
export function csvOf<Entry extends z.ZodObject>(entry: Entry, ...without: readonly (keyof z.output<Entry>)[]) {
  const columns = Object.keys(entry.shape).filter((column) => !without.includes(column));
  return (entries: readonly z.output<Entry>[]): CsvTable => ({
    columns,
    rows: entries.map((row) => columns.map((column) => row[column])),
  });
}
