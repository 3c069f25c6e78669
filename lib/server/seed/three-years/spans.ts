import { standingDays } from "./captured-days";

export interface Life<Value> {
  /** As it is on the last day of its life. */
  value: Value;
  /** Places in the list of captured days, both included. */
  first: number;
  last: number;
  /** Null while it still stands. */
  endsOn: string | null;
  /** Days between two changes, on the mean. */
  pace: number;
  /** What stood before a change; never the same again. */
  before(value: Value): Value;
}

/** The life of a value told backwards: each stretch of days on which it did not change. */
export function stretches<Value>(
  days: readonly string[],
  life: Life<Value>,
  random: () => number,
): { value: Value; firstDate: string; lastDate: string | null }[] {
  const told: { value: Value; firstDate: string; lastDate: string | null }[] = [];
  let { value, endsOn } = life;
  for (let last = life.last; last >= life.first;) {
    const first = Math.max(life.first, last - standingDays(random, life.pace) + 1);
    told.push({ value, firstDate: days[first] as string, lastDate: endsOn });
    value = life.before(value);
    endsOn = days[first - 1] ?? null;
    last = first - 1;
  }
  return told;
}

/** How many of the spans stand on each day. */
export function countStanding(
  days: readonly string[],
  spans: readonly { firstDate: string; lastDate: string | null }[],
): Map<string, number> {
  const place = new Map(days.map((date, index) => [date, index]));
  const steps = Array.from({ length: days.length + 1 }, () => 0);
  for (const { firstDate, lastDate } of spans) {
    const [from, until] = [place.get(firstDate) ?? 0, lastDate === null ? days.length : (place.get(lastDate) ?? 0) + 1];
    steps[from] = (steps[from] ?? 0) + 1;
    steps[until] = (steps[until] ?? 0) - 1;
  }
  let standing = 0;
  return new Map(days.map((date, index) => [date, (standing += steps[index] ?? 0)]));
}
