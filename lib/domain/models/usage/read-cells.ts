import { DAY_MS } from "../../basics/time";

/** A row of a table, or an object of JSON whose members' members have a dot in their names. */
export type Cells = Readonly<Record<string, unknown>>;

const DELIMITERS = [",", ";", "\t"];

/** What divides the columns of a table, by its first line. */
export const delimiterOf = (head: string): string =>
  DELIMITERS.toSorted((left, right) => head.split(right).length - head.split(left).length)[0] ?? ",";

export interface Span {
  from: number;
  to: number;
}

const MOST = 1e15;
/** Seconds of any day that usage can be of; a greater number is milliseconds. */
const MOST_SECONDS = 1e11;
const MOST_MS = Date.UTC(2100, 0);

/** What exports write into a cell that holds nothing. */
const BLANK = /^(?:|null|none|nan|n\/a|not_available)$/i;

export const isBlank = (cell: unknown): boolean =>
  cell === null || cell === undefined || (typeof cell === "string" && BLANK.test(cell.trim()));

export const textOf = (cell: unknown): string | null =>
  isBlank(cell) || (typeof cell !== "string" && typeof cell !== "number") ? null : String(cell).trim();

/** A count. Tables of some programs write whole numbers as `59200.0`; anything but a whole number of 0 or more is a fault. */
export function countOf(cell: unknown): number | "fault" {
  if (typeof cell === "number") return Number.isInteger(cell) && cell >= 0 && cell <= MOST ? cell : "fault";
  const text = typeof cell === "string" ? cell.trim() : "";
  if (!/^\d{1,15}(?:\.0*)?(?:e\+?\d{1,2})?$/i.test(text)) return "fault";
  const count = Number(text);
  return Number.isInteger(count) && count <= MOST ? count : "fault";
}

/** An amount of money; null where it cannot be read. */
export function amountOf(cell: unknown): number | null {
  const text = typeof cell === "number" ? String(cell) : typeof cell === "string" ? cell.trim().replace(/^\$/, "") : "";
  return /^\d{1,12}(?:\.\d{0,20})?(?:e[+-]?\d{1,2})?$/i.test(text) ? Number(text) : null;
}

const instant = (ms: number): Span | null => (Number.isFinite(ms) && ms >= 0 && ms < MOST_MS ? { from: ms, to: ms } : null);

function dayOrMonth(year: number, month: number, day: number | null): Span | null {
  const from = Date.UTC(year, month - 1, day ?? 1);
  const date = new Date(from);
  if (date.getUTCMonth() !== month - 1 || (day !== null && date.getUTCDate() !== day) || instant(from) === null) return null;
  return { from, to: day === null ? Date.UTC(year, month) : from + DAY_MS };
}

/** An instant, a day or a month, by how it is written. Without a zone it is of UTC. */
export function spanOf(cell: unknown): Span | null {
  const text = textOf(cell);
  if (text === null) return null;
  const [, year, month, day] = /^(\d{4})-?(\d\d)(?:-?(\d\d))?$/.exec(text) ?? [];
  if (year !== undefined && (text.length !== 6 || text.includes("-"))) {
    return dayOrMonth(Number(year), Number(month), day === undefined ? null : Number(day));
  }
  if (/^\d{9,14}(?:\.\d+)?$/.test(text)) return instant(Number(text) * (Number(text) < MOST_SECONDS ? 1000 : 1));
  const [, date, time, zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(?:UTC)?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? [];
  return date === undefined ? null : instant(Date.parse(`${date}T${time}${zone}`));
}

/** What a cell says of the prompts' length, such as `≤ 200k`, `> 200k`, `0-200k` or `200k-1M`. */
export function promptLengthOf(cell: unknown): { atMost: number | null; above: number | null } {
  const text = (textOf(cell) ?? "").toLowerCase().replace(/[\s,]/g, "");
  const tokens = (digits = "", unit = ""): number => Number(digits) * (unit === "m" ? 1e6 : unit === "k" ? 1000 : 1);
  const [, sign, digits, unit] = /^(≤|<=|>)(\d{1,9})(k|m)?$/.exec(text) ?? [];
  if (sign === ">") return { atMost: null, above: tokens(digits, unit) };
  if (sign !== undefined) return { atMost: tokens(digits, unit), above: null };
  const [, low, lowUnit, high, highUnit] = /^(\d{1,9})(k|m)?-(\d{1,9})(k|m)?$/.exec(text) ?? [];
  if (low === undefined) return { atMost: null, above: null };
  return { atMost: tokens(high, highUnit), above: low === "0" ? null : tokens(low, lowUnit) };
}
