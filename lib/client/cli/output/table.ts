import { eastAsianWidth } from "get-east-asian-width";
import { safeText } from "./safe-text";
import type { Paint } from "./style";

export interface Column {
  head: string;
  align?: "right";
  /** Whether the column gives way where the terminal is narrow. */
  isFlexible?: boolean;
}

/** What a table can show: null is unknown. */
export type Cell = string | number | null | undefined;

export interface View {
  /** Columns of the terminal. */
  width: number;
  paint: Paint;
}

const GAP = "  ";
const LEAST = 8;
const PRINTABLE_ASCII = /^[ -~]*$/;
const UNKNOWN = "-";

const MARK = /^\p{M}$/u;

/** Columns that a text takes; nearly all texts are ASCII, which needs no table of widths. */
const widthOf = (text: string): number =>
  PRINTABLE_ASCII.test(text)
    ? text.length
    : Array.from(text).reduce((sum, letter) => sum + (MARK.test(letter) ? 0 : eastAsianWidth(letter.codePointAt(0) ?? 0)), 0);

const textOf = (cell: Cell): string => (cell === null || cell === undefined || cell === "" ? UNKNOWN : safeText(String(cell)));

export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  for (const character of text) {
    if (widthOf(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

function fit(widths: readonly number[], columns: readonly Column[], total: number): number[] {
  const fitted = [...widths];
  const used = () => fitted.reduce((sum, width) => sum + width, 0) + GAP.length * (columns.length - 1);
  // The widest flexible column gives way first, so that short texts stay whole.
  while (used() > total) {
    const widest = fitted.reduce(
      (best, width, index) => (columns[index]?.isFlexible && width > LEAST && width > (fitted[best] ?? 0) ? index : best),
      -1,
    );
    if (widest === -1) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
  }
  return fitted;
}

const pad = (text: string, width: number, align: Column["align"]): string => {
  const space = " ".repeat(Math.max(0, width - widthOf(text)));
  return align === "right" ? space + text : text + space;
};

/** Lines of a table as wide as the terminal at most. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[], { width, paint }: View): string[] {
  const texts = rows.map((row) => columns.map((_, index) => textOf(row[index])));
  const natural = columns.map(({ head }, index) => Math.max(widthOf(head), ...texts.map((row) => widthOf(row[index] ?? ""))));
  const widths = fit(natural, columns, width);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => pad(cut(cell, widths[index] ?? 0), widths[index] ?? 0, columns[index]?.align))
      .join(GAP)
      .trimEnd();
  return [paint("bold", line(columns.map(({ head }) => head))), ...texts.map(line)];
}

/** Lines of `name  value`, without those that are not known. */
export function facts(pairs: readonly (readonly [string, Cell])[], { width, paint }: View): string[] {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  const widest = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(
    ([name, value]) => `${paint("dim", name.padEnd(widest))}${GAP}${cut(textOf(value), Math.max(LEAST, width - widest - GAP.length))}`,
  );
}
