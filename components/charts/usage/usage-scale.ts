import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import type { UsageSeries } from "@/lib/domain/money/usage-series";
import type { Size } from "../sizes";

/** Two plots above each other with the same days: credits, and calls that were not charged. */
export const SIZES = {
  wide: { width: 640, height: 284, credits: [22, 180], uncharged: [216, 254] },
  narrow: { width: 288, height: 264, credits: [22, 160], uncharged: [196, 234] },
} as const satisfies Record<
  Size,
  { width: number; height: number; credits: readonly [number, number]; uncharged: readonly [number, number] }
>;
export const MARGIN = { left: 44, right: 4 } as const;

/** Share of the height that stays free at the top of each part of a bar. */
const PART_GAP = 0.006;
const wholeTicks = (most: number, count: number): number[] => scaleLinear([0, most], [0, 1]).ticks(count).filter(Number.isInteger);

const spentOn = ({ credits }: UsageSeries["days"][number]): number => credits.reduce((sum, value) => sum + value, 0);
const mostOf = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 1);
const mostCreditsOf = ({ days }: UsageSeries): number =>
  scaleLinear([0, mostOf(days.map(spentOn))], [0, 1])
    .nice(4)
    .domain()[1] ?? 1;
const mostUnchargedOf = ({ days }: UsageSeries): number => mostOf(days.map(({ uncharged }) => uncharged ?? 0));
const firstKept = ({ days }: UsageSeries): number => {
  const kept = days.findIndex(({ uncharged }) => uncharged !== null);
  return kept === -1 ? days.length : kept;
};

/** Bars in units of days and of what is counted: each series has those of its days with credits. */
export function usageBars(series: UsageSeries) {
  const { totals, days } = series;
  const [mostCredits, mostUncharged] = [mostCreditsOf(series), mostUnchargedOf(series)];
  const layers = stack<UsageSeries["days"][number], number>()
    .keys(totals.keys())
    .value((day, index) => day.credits[index] ?? 0)(days);
  const shortened = (length: number): number => Math.max(length / 2, Math.round((length - mostCredits * PART_GAP) * 10) / 10);
  return {
    mostCredits,
    mostUncharged,
    notKept: firstKept(series),
    layers: layers.map((layer) => layer.flatMap(([from, to], index) => (to > from ? [{ index, from, length: shortened(to - from) }] : []))),
    uncharged: days.flatMap(({ uncharged }, index) => (uncharged ? [{ index, from: 0, length: uncharged }] : [])),
  };
}

interface UsageScale {
  /** Width of a day, with the gap to the next one. */
  step: number;
  /** Left edge of a day. */
  x: (index: number) => number;
  /** Days at the beginning whose uncharged calls are no longer kept. */
  notKept: number;
  creditTicks: { value: number; y: number }[];
  /** `value` is 0 where there were none. */
  unchargedTop: { value: number; y: number };
  dayTicks: number[];
}

/** Where everything else stands in the drawing of one size. */
export function usageScale(series: UsageSeries, size: Size): UsageScale {
  const { days } = series;
  const { width, credits, uncharged } = SIZES[size];
  const band = scaleBand<number>(days.keys(), [MARGIN.left, width - MARGIN.right]);
  const mostCredits = mostCreditsOf(series);
  const y = scaleLinear([0, mostCredits], [credits[1], credits[0]]);
  const hasUncharged = days.some((day) => (day.uncharged ?? 0) > 0);
  const middle = Math.floor((days.length - 1) / 2);
  return {
    step: band.step(),
    x: (index) => band(index) ?? 0,
    notKept: firstKept(series),
    creditTicks: wholeTicks(mostCredits, 4).map((value) => ({ value, y: y(value) })),
    unchargedTop: { value: hasUncharged ? mostUnchargedOf(series) : 0, y: uncharged[0] },
    dayTicks: [...new Set([0, middle, days.length - 1])],
  };
}
