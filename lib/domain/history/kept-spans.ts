import { dayNumber } from "../basics/date-range";

/** A value and the days on which it was current, as day numbers; null: it still is. */
export interface DatedValue<Value> {
  value: Value;
  firstDay: number;
  lastDay: number | null;
}

/** The whole history in memory, in columns, for comparisons of any two days. */
export interface KeptSpans<Value> {
  values: readonly Value[];
  firstDays: Int32Array;
  lastDays: Int32Array;
}

/** The last day of a value that is still current. */
const OPEN = 0x7fff_ffff;

export const keepSpans = <Value>(spans: readonly DatedValue<Value>[]): KeptSpans<Value> => ({
  values: spans.map(({ value }) => value),
  firstDays: Int32Array.from(spans, ({ firstDay }) => firstDay),
  lastDays: Int32Array.from(spans, ({ lastDay }) => lastDay ?? OPEN),
});

/** Values that were current on a day, in stored order. */
export function valuesOn<Value>({ values, firstDays, lastDays }: KeptSpans<Value>, date: string): Value[] {
  const day = dayNumber(date);
  return values.filter((_, index) => (firstDays[index] as number) <= day && (lastDays[index] as number) >= day);
}

export interface Moves<Value> {
  /** Current on the first day and gone by the second. */
  before: Value[];
  /** Current on the second day but not on the first. */
  after: Value[];
  /** Number of values current on both days. */
  unchanged: number;
}

/** Values that differ between two days, in stored order; `isIncluded` filters them. */
export function movesBetween<Value>(
  { values, firstDays, lastDays }: KeptSpans<Value>,
  { from, to }: { from: string; to: string },
  isIncluded: (value: Value) => boolean = () => true,
): Moves<Value> {
  const [fromDay, toDay] = [dayNumber(from), dayNumber(to)];
  const moves: Moves<Value> = { before: [], after: [], unchanged: 0 };
  for (let index = 0; index < values.length; index++) {
    const first = firstDays[index] as number;
    const last = lastDays[index] as number;
    const wasThere = first <= fromDay && last >= fromDay;
    const isThere = first <= toDay && last >= toDay;
    if (!wasThere && !isThere) continue;
    const value = values[index] as Value;
    if (!isIncluded(value)) continue;
    if (wasThere && isThere) moves.unchanged += 1;
    else if (wasThere) moves.before.push(value);
    else moves.after.push(value);
  }
  return moves;
}
