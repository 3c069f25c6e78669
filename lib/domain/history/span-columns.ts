import { dayNumber } from "../basics/date-range";

export interface DatedValue<Value> {
  value: Value;
  firstDay: number;
  /** Null: still current. */
  lastDay: number | null;
}

/** The whole history in memory, in columns, for comparisons of any two days. */
export interface SpanColumns<Value> {
  values: readonly Value[];
  firstDays: Int32Array;
  lastDays: Int32Array;
}

const STILL_CURRENT = 0x7fff_ffff;

export const spanColumns = <Value>(spans: readonly DatedValue<Value>[]): SpanColumns<Value> => ({
  values: spans.map(({ value }) => value),
  firstDays: Int32Array.from(spans, ({ firstDay }) => firstDay),
  lastDays: Int32Array.from(spans, ({ lastDay }) => lastDay ?? STILL_CURRENT),
});

export function valuesOn<Value>({ values, firstDays, lastDays }: SpanColumns<Value>, date: string): Value[] {
  const day = dayNumber(date);
  return values.filter((_, index) => (firstDays[index] as number) <= day && (lastDays[index] as number) >= day);
}

export interface ValueChanges<Value> {
  before: Value[];
  after: Value[];
  unchanged: number;
}

/** Values current on only one of the two days, in stored order. `unchanged` counts the values current on both. */
export function changesBetween<Value>(
  { values, firstDays, lastDays }: SpanColumns<Value>,
  { from, to }: { from: string; to: string },
  isIncluded: (value: Value) => boolean = () => true,
): ValueChanges<Value> {
  const [fromDay, toDay] = [dayNumber(from), dayNumber(to)];
  const changes: ValueChanges<Value> = { before: [], after: [], unchanged: 0 };
  for (let index = 0; index < values.length; index++) {
    const first = firstDays[index] as number;
    const last = lastDays[index] as number;
    const wasThere = first <= fromDay && last >= fromDay;
    const isThere = first <= toDay && last >= toDay;
    if (!wasThere && !isThere) continue;
    const value = values[index] as Value;
    if (!isIncluded(value)) continue;
    if (wasThere && isThere) changes.unchanged += 1;
    else if (wasThere) changes.before.push(value);
    else changes.after.push(value);
  }
  return changes;
}
