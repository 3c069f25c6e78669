import { formatDay, formatPrice } from "@/lib/domain/pages/format";

export interface PricePoint {
  date: string;
  input: number;
  output: number;
  blended: number;
}

export const FIELDS = [
  { key: "input", word: "Input", color: "var(--chart-1)", dash: undefined },
  { key: "output", word: "Output", color: "var(--chart-2)", dash: "9 4" },
  { key: "blended", word: "Blended", color: "var(--chart-4)", dash: "2 3" },
] as const;

export type Size = "wide" | "narrow";

/** Every day of the range; null where nothing was captured, so that a gap stays a gap. */
export interface DayPrice extends Record<(typeof FIELDS)[number]["key"], number | null> {
  index: number;
  date: string;
}

export interface PriceScale {
  days: DayPrice[];
  isLog: boolean;
  domain: [number, number];
  yTicks: number[];
  xTicks: number[];
}

export function dayPriceText({ date, input, output, blended }: DayPrice): string {
  if (input === null || output === null || blended === null) return `${formatDay(date)}: no snapshot`;
  return `${formatDay(date)}: input ${formatPrice(input)}, output ${formatPrice(output)}, blended ${formatPrice(blended)}`;
}

/** The chart in one sentence. */
export function priceSentence(title: string, points: readonly PricePoint[], range: { from: string; to: string; days: number }): string {
  const [first, last] = [points[0], points.at(-1)];
  const span = `${formatDay(range.from)} to ${formatDay(range.to)}`;
  if (!first || !last) return `${title}, ${span}: no day was captured.`;
  const coverage = `${points.length} of ${range.days} days captured`;
  const moved = FIELDS.filter(({ key }) => points.some((point) => point[key] !== first[key])).filter(({ key }) => key !== "blended");
  const change =
    moved.length === 0
      ? `the price did not change in this window: input ${formatPrice(last.input)}, output ${formatPrice(last.output)}`
      : moved.map(({ key, word }) => `${word.toLowerCase()} from ${formatPrice(first[key])} to ${formatPrice(last[key])}`).join(", ");
  return `${title}, USD per 1M tokens, ${span}: ${change}; ${coverage}.`;
}
