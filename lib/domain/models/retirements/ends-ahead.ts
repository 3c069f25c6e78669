import { addDays } from "../../basics/date-range";

interface End {
  state: string;
  retires_on: string | null;
  days_left: number | null;
}

export interface EndsAhead<Row> {
  /** Within `SOON_DAYS`. */
  soon: Row[];
  /** Further away, by the month of the day: those of the next twelve months. */
  byMonth: { month: string; count: number; rows: Row[] }[];
  /** After these twelve months, or on no known day. */
  later: Row[];
  /** What has ended, the newest first. */
  past: Row[];
  /** How many end until the last day of this year. */
  thisYear: number;
}

export const SOON_DAYS = 30;

const MONTHS = 12;

const monthOf = (day: string): string => day.slice(0, 7);

/** The months of the next year, this one first. */
function nextMonths(today: string): string[] {
  const months = [monthOf(today)];
  while (months.length < MONTHS) months.push(monthOf(addDays(`${months.at(-1)}-28`, 7)));
  return months;
}

const isPast = ({ state, days_left: left }: End): boolean => state === "retired" || (left !== null && left < 0);

/** Ends in the order in which a reader needs them: what is near, what comes in which month, the rest. */
export function endsAhead<Row extends End>(rows: readonly Row[], today: string): EndsAhead<Row> {
  const ahead = rows.filter((row) => !isPast(row));
  const soon = ahead.filter(({ days_left: left }) => left !== null && left <= SOON_DAYS);
  const rest = ahead.filter((row) => !soon.includes(row));
  const months = nextMonths(today);
  const inMonth = (list: readonly Row[], month: string): Row[] =>
    list.filter(({ retires_on: day }) => day !== null && monthOf(day) === month);
  return {
    soon,
    byMonth: months.map((month) => ({ month, count: inMonth(ahead, month).length, rows: inMonth(rest, month) })),
    later: rest.filter(({ retires_on: day }) => day === null || !months.includes(monthOf(day))),
    past: rows.filter(isPast).toReversed(),
    thisYear: ahead.filter(({ retires_on: day }) => day !== null && day.slice(0, 4) === today.slice(0, 4)).length,
  };
}
