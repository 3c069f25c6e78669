import { fillDays } from "@/lib/domain/basics/date-range";
import { formatDay, formatPrice } from "@/lib/domain/pages/format";
import { MARKS } from "../marks";
import type { SeriesLine } from "../series/series-text";

export interface PricePoint {
  date: string;
  input: number;
  output: number;
  blended: number;
}

/** The days that a course of prices is of, both ends included. */
export interface PriceRangeOfDays {
  from: string;
  to: string;
  days: number;
}

/** Steps and no slopes: between two snapshots the older price is the known one. */
const priceLine = (
  key: keyof Omit<PricePoint, "date">,
  word: string,
  { color, marker }: (typeof MARKS)[number],
  dash?: string,
): SeriesLine => ({
  key,
  word,
  color,
  marker,
  dash,
  curve: "step",
});

export const PRICE_LINES = [
  priceLine("input", "Input", MARKS[0]),
  priceLine("output", "Output", MARKS[1], "9 4"),
  priceLine("blended", "Blended", MARKS[3], "2 3"),
];

const FIELDS = [
  { key: "input", word: "input" },
  { key: "output", word: "output" },
] as const;

/** The chart in one sentence. */
export function priceSentence(title: string, points: readonly PricePoint[], range: PriceRangeOfDays): string {
  const [first, last] = [points[0], points.at(-1)];
  const span = `${formatDay(range.from)} to ${formatDay(range.to)}`;
  if (!first || !last) return `${title}, ${span}: no day was captured.`;
  const coverage = `${points.length} of ${range.days} days captured`;
  const moved = FIELDS.filter(({ key }) => points.some((point) => point[key] !== first[key]));
  const change =
    moved.length === 0
      ? `the price did not change in this window: input ${formatPrice(last.input)}, output ${formatPrice(last.output)}`
      : moved.map(({ key, word }) => `${word} from ${formatPrice(first[key])} to ${formatPrice(last[key])}`).join(", ");
  return `${title}, USD per 1M tokens, ${span}: ${change}; ${coverage}.`;
}

/** Every day of the range; null where nothing was captured. */
export const daysOfPrices = (points: readonly PricePoint[], range: PriceRangeOfDays) =>
  fillDays(points, range).map(({ date, day }) => ({
    date,
    values: { input: day?.input ?? null, output: day?.output ?? null, blended: day?.blended ?? null },
  }));
