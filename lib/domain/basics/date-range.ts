import { DAY_MS } from "./time";

export interface DateRange {
  from: string;
  to: string;
  /** Number of days, both ends included. */
  days: number;
}

export interface RequestedRange {
  from?: string | undefined;
  to?: string | undefined;
}

export type DateRangeFault = "to_in_future" | "from_after_to" | "range_too_large";

export interface DateRangeRules {
  today: string;
  /** The default `from`: this many days before today. */
  defaultDays: number;
  maxDays: number;
}

export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Days since 1970-01-01. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** The date of a day number. */
export const dateOfDay = (day: number): string => utcDay(new Date(day * DAY_MS));

export const secondsToMidnight = (now: Date): number => Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);

export const addDays = (date: string, days: number): string => utcDay(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS));

export function datesOf({ from, days }: Pick<DateRange, "from" | "days">): string[] {
  const first = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length: days }, (_, position) => utcDay(new Date(first + position * DAY_MS)));
}

/** Every day of the range, with null where nothing is known of it. */
export function fillDays<Day extends { date: string }>(
  days: readonly Day[],
  range: Pick<DateRange, "from" | "days">,
): { date: string; day: Day | null }[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return datesOf(range).map((date) => ({ date, day: byDate.get(date) ?? null }));
}

/** A requested range of UTC days, completed by defaults, or the reason it is refused. Dates must be real calendar days. */
export function dateRange(requested: RequestedRange, { today, defaultDays, maxDays }: DateRangeRules): DateRange | DateRangeFault {
  const to = requested.to ?? today;
  if (to > today) return "to_in_future";
  const byDefault = addDays(today, -defaultDays);
  const from = requested.from ?? (byDefault <= to ? byDefault : addDays(to, -defaultDays));
  if (from > to) return "from_after_to";
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return days > maxDays ? "range_too_large" : { from, to, days };
}
