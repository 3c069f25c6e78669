import { stringify } from "csv-stringify/sync";
import type { CsvTable } from "@/lib/schemas/csv";

/** Escapes cells that a spreadsheet would run as a formula. */
export function csvText({ columns, rows }: CsvTable): string {
  return stringify(
    rows.map((row) => row.map((cell) => (Array.isArray(cell) ? cell.join("; ") : cell))),
    { header: true, columns: [...columns], escape_formulas: true, cast: { boolean: String } },
  );
}
