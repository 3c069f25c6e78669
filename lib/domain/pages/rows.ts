/** What the lists of all pages do with their rows: look for words in them, and put them in an order. */

export interface RowSort<Column extends string> {
  column: Column;
  direction: "asc" | "desc";
}

/** Rows that hold each of the words somewhere, in any case. */
export function rowsWith<Row>(rows: readonly Row[], text: string | null, textOf: (row: Row) => string): Row[] {
  const words = (text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const haystack = textOf(row).toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

type Value = string | number | null;

/** Figures by size, all else by the alphabet. */
export function compareValues(left: Value, right: Value): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return String(left).localeCompare(String(right), "en");
}

/** Unknown values stand last in either direction; equal ones keep the order in which they came. */
export function sortRows<Row>(rows: readonly Row[], valueOf: (row: Row) => Value, direction: "asc" | "desc"): Row[] {
  const sign = direction === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    return Number(left === null) - Number(right === null) || sign * compareValues(left, right);
  });
}

export interface RowPage<Row> {
  rows: readonly Row[];
  page: number;
  total: number;
}

/** Rows of a page of a list. A number beyond the list gives the last page. */
export function pageOfRows<Row>(rows: readonly Row[], wanted: number, size: number): RowPage<Row> {
  const page = Math.min(wanted, Math.max(1, Math.ceil(rows.length / size)));
  return { rows: rows.slice((page - 1) * size, page * size), page, total: rows.length };
}
