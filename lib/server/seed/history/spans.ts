import { randomSpanDays } from "./captured-days";

export interface Life<Value> {
  /** The value on the last day of its life. */
  value: Value;
  /** Indexes into the list of captured days, both included. */
  first: number;
  last: number;
  /** Null while it is current. */
  endsOn: string | null;
  /** Mean number of days between two changes. */
  pace: number;
  /** The value before a change; always a different one. */
  before(value: Value): Value;
}

/** The spans of a value's life, from the last one backwards. */
export function spansOfLife<Value>(
  days: readonly string[],
  life: Life<Value>,
  random: () => number,
): { value: Value; firstDate: string; lastDate: string | null }[] {
  const spans: { value: Value; firstDate: string; lastDate: string | null }[] = [];
  let { value, endsOn } = life;
  for (let last = life.last; last >= life.first;) {
    const first = Math.max(life.first, last - randomSpanDays(random, life.pace) + 1);
    spans.push({ value, firstDate: days[first] as string, lastDate: endsOn });
    value = life.before(value);
    endsOn = days[first - 1] ?? null;
    last = first - 1;
  }
  return spans;
}

export function countSpansByDay(
  days: readonly string[],
  spans: readonly { firstDate: string; lastDate: string | null }[],
): Map<string, number> {
  const indexOf = new Map(days.map((date, index) => [date, index]));
  const steps = Array.from({ length: days.length + 1 }, () => 0);
  for (const { firstDate, lastDate } of spans) {
    const [from, until] = [indexOf.get(firstDate) ?? 0, lastDate === null ? days.length : (indexOf.get(lastDate) ?? 0) + 1];
    steps[from] = (steps[from] ?? 0) + 1;
    steps[until] = (steps[until] ?? 0) - 1;
  }
  let covering = 0;
  return new Map(days.map((date, index) => [date, (covering += steps[index] ?? 0)]));
}
