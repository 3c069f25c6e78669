import { addDays } from "../basics/date-range";
import { formatDay } from "../pages/format";

/** `none` is a day that was not watched; `unknown` one on which the page could not be read. */
export type DayClass = "operational" | "degraded" | "down" | "unknown" | "none";

export interface UptimeDay {
  date: string;
  /** Null when the day was not watched. */
  status: string | null;
}

/** A letter per day, so that a year is 366 bytes of a page and not 20 KB. */
const CODES: Record<DayClass, string> = { operational: "o", degraded: "d", down: "x", unknown: "u", none: "-" };
const CLASSES = new Map(Object.entries(CODES).map(([name, code]) => [code, name as DayClass]));

export const DAY_WORDS: Record<DayClass, string> = {
  operational: "operational",
  degraded: "degraded",
  down: "down",
  unknown: "the status page could not be read",
  none: "no data",
};

/** A state that is not known here becomes `unknown`, never operational. */
function classOf(status: string | null): DayClass {
  if (status === null) return "none";
  return status !== "none" && Object.hasOwn(CODES, status) ? (status as DayClass) : "unknown";
}

/** Days follow each other without a gap, so that the first date tells the others. */
export interface CodedDays {
  from: string;
  codes: string;
}

export const codedDays = (days: readonly UptimeDay[]): CodedDays => ({
  from: days[0]?.date ?? "",
  codes: days.map((day) => CODES[classOf(day.status)]).join(""),
});

export const classAt = ({ codes }: CodedDays, index: number): DayClass => CLASSES.get(codes[index] ?? "") ?? "none";

export const dateAt = ({ from }: CodedDays, index: number): string => addDays(from, index);

export const dayText = (days: CodedDays, index: number): string => `${formatDay(dateAt(days, index))}: ${DAY_WORDS[classAt(days, index)]}`;

export function countsOf({ codes }: CodedDays): Record<DayClass, number> {
  const counts = { operational: 0, degraded: 0, down: 0, unknown: 0, none: 0 };
  for (const code of codes) counts[CLASSES.get(code) ?? "none"] += 1;
  return counts;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** The chart in one sentence, for readers who do not see it. */
export function sentenceOf(label: string, days: CodedDays): string {
  const { operational, degraded, down, unknown, none } = countsOf(days);
  const missing = unknown + none;
  const parts = [
    `${operational} operational`,
    `${degraded} degraded`,
    `${down} down`,
    missing > 0 ? `${missing} without data` : "none without data",
  ];
  return `${label}, ${plural(days.codes.length, "day")}: ${parts.join(", ")}.`;
}
