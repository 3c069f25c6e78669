import { dayNumber } from "../basics/date-range";

/** A value, and the days on which it stood, as day numbers; without an end it still stands. */
export interface DatedValue<Value> {
  value: Value;
  firstDay: number;
  lastDay: number | null;
}

/** Values in some order, each with the days on which it stood: all of history, to be asked for any two days. */
export interface KeptSpans<Value> {
  values: readonly Value[];
  firstDays: Int32Array;
  lastDays: Int32Array;
}

/** The last day of what still stands. */
const OPEN = 0x7fff_ffff;

export const keepSpans = <Value>(spans: readonly DatedValue<Value>[]): KeptSpans<Value> => ({
  values: spans.map(({ value }) => value),
  firstDays: Int32Array.from(spans, ({ firstDay }) => firstDay),
  lastDays: Int32Array.from(spans, ({ lastDay }) => lastDay ?? OPEN),
});

/** What stood on a day, in the order in which it is kept. */
export function valuesOn<Value>({ values, firstDays, lastDays }: KeptSpans<Value>, date: string): Value[] {
  const day = dayNumber(date);
  return values.filter((_, index) => (firstDays[index] as number) <= day && (lastDays[index] as number) >= day);
}

export interface Moves<Value> {
  /** Stood on the first day and not until the second. */
  before: Value[];
  /** Stands on the second day and not since the first. */
  after: Value[];
  /** How many stood from one to the other. */
  standing: number;
}

/** What was replaced between two days, in the order in which it is kept; `isAsked` leaves values out. */
export function movesBetween<Value>(
  { values, firstDays, lastDays }: KeptSpans<Value>,
  { from, to }: { from: string; to: string },
  isAsked: (value: Value) => boolean = () => true,
): Moves<Value> {
  const [fromDay, toDay] = [dayNumber(from), dayNumber(to)];
  const moves: Moves<Value> = { before: [], after: [], standing: 0 };
  for (let index = 0; index < values.length; index++) {
    const first = firstDays[index] as number;
    const last = lastDays[index] as number;
    const wasThere = first <= fromDay && last >= fromDay;
    const isThere = first <= toDay && last >= toDay;
    if (!wasThere && !isThere) continue;
    const value = values[index] as Value;
    if (!isAsked(value)) continue;
    if (wasThere && isThere) moves.standing += 1;
    else if (wasThere) moves.before.push(value);
    else moves.after.push(value);
  }
  return moves;
}
