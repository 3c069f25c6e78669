import { DAY_MS } from "../../basics/time";

const WEEK_MS = 7 * DAY_MS;

/** Weeks in a block, the largest first; each is a multiple of the next. */
const SIZES = [64, 16, 4, 1] as const;

/** Weeks since the first of January 1970. */
export const weekOf = (moment: Date): number => Math.floor(moment.getTime() / WEEK_MS);

export const startOfWeek = (week: number): Date => new Date(week * WEEK_MS);

/** How much of a week lies between two times; null is no bound. */
export function shareOfWeek(week: number, from: Date | null, until: Date | null): number {
  const start = week * WEEK_MS;
  return Math.max(0, Math.min(start + WEEK_MS, until?.getTime() ?? Infinity) - Math.max(start, from?.getTime() ?? -Infinity)) / WEEK_MS;
}

const markOf = (week: number, size: number): string => `w${size}=${Math.floor(week / size)}`;

/** What a search for any span of weeks can find an article of this week by. */
export const weekMarks = (week: number): string[] => SIZES.map((size) => markOf(week, size));

export const weekMark = (week: number): string => markOf(week, 1);

/** The fewest marks that hold the weeks from one to another, both included, and no others. */
export function marksOfWeeks(from: number, to: number): string[] {
  const marks: string[] = [];
  for (let week = from; week <= to;) {
    const size = SIZES.find((weeks) => week % weeks === 0 && week + weeks - 1 <= to) ?? 1;
    marks.push(markOf(week, size));
    week += size;
  }
  return marks;
}

/** Marks of these weeks, in falling order, and no others. */
export function marksOfList(weeks: readonly number[]): string[] {
  const marks: string[] = [];
  for (let start = 0; start < weeks.length;) {
    let end = start;
    while (weeks[end + 1] === (weeks[end] ?? 0) - 1) end += 1;
    marks.push(...marksOfWeeks(weeks[end] ?? 0, weeks[start] ?? 0));
    start = end + 1;
  }
  return marks;
}

/** Marks of all weeks since one: blocks that reach beyond the last hold nothing there. */
export const marksSince = (from: number, last: number): string[] => marksOfWeeks(from, Math.ceil((last + 1) / SIZES[0]) * SIZES[0] - 1);
