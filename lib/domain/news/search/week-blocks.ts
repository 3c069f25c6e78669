import { DAY_MS } from "../../basics/time";

const WEEK_MS = 7 * DAY_MS;

/** Weeks per block, the largest first; each size is a multiple of the next. */
const SIZES = [64, 16, 4, 1] as const;

/** Weeks since 1970-01-01, which begin on Thursdays. */
export const weekOf = (moment: Date): number => Math.floor(moment.getTime() / WEEK_MS);

export const startOfWeek = (week: number): Date => new Date(week * WEEK_MS);

/** The share of a week within the bounds, 0 to 1; a null bound is open. */
export function shareOfWeek(week: number, from: Date | null, until: Date | null): number {
  const start = week * WEEK_MS;
  return Math.max(0, Math.min(start + WEEK_MS, until?.getTime() ?? Infinity) - Math.max(start, from?.getTime() ?? -Infinity)) / WEEK_MS;
}

const markOf = (week: number, size: number): string => `w${size}=${Math.floor(week / size)}`;

export const weekMarks = (week: number): string[] => SIZES.map((size) => markOf(week, size));

export const weekMark = (week: number): string => markOf(week, 1);

export function marksOfWeekRange(from: number, to: number): string[] {
  const marks: string[] = [];
  for (let week = from; week <= to;) {
    const size = SIZES.find((weeks) => week % weeks === 0 && week + weeks - 1 <= to) ?? 1;
    marks.push(markOf(week, size));
    week += size;
  }
  return marks;
}

/** Marks that cover exactly these weeks; `weeks` is descending. */
export function marksOfWeekList(weeks: readonly number[]): string[] {
  const marks: string[] = [];
  for (let start = 0; start < weeks.length;) {
    let end = start;
    while (weeks[end + 1] === (weeks[end] ?? 0) - 1) end += 1;
    marks.push(...marksOfWeekRange(weeks[end] ?? 0, weeks[start] ?? 0));
    start = end + 1;
  }
  return marks;
}

/** Marks of all weeks from `from` on. The last blocks may reach into the future, where there are no articles. */
export const marksSince = (from: number, last: number): string[] => marksOfWeekRange(from, Math.ceil((last + 1) / SIZES[0]) * SIZES[0] - 1);
