import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import type { UsageSeries } from "@/lib/domain/money/usage-series";

export type Size = "wide" | "narrow";

/** Two plots above each other with the same days: credits, and calls that were not charged. */
export const SIZES = {
  wide: { width: 640, height: 284, credits: [22, 180], uncharged: [216, 254] },
  narrow: { width: 288, height: 264, credits: [22, 160], uncharged: [196, 234] },
} as const satisfies Record<
  Size,
  { width: number; height: number; credits: readonly [number, number]; uncharged: readonly [number, number] }
>;
export const MARGIN = { left: 44, right: 4 } as const;

const GAP = 0.18;
const wholeTicks = (most: number, count: number): number[] => scaleLinear([0, most], [0, 1]).ticks(count).filter(Number.isInteger);

interface Bar {
  x: number;
  y: number;
  height: number;
}

export interface UsageScale {
  barWidth: number;
  step: number;
  /** Left edge of a day's bar. */
  x: (index: number) => number;
  /** For each series the bars of the days on which it has credits. */
  bars: Bar[][];
  uncharged: Bar[];
  /** Days at the beginning whose uncharged calls are no longer kept. */
  notKept: number;
  creditTicks: { value: number; y: number }[];
  unchargedTop: { value: number; y: number };
  dayTicks: number[];
}

/** Where everything stands in the drawing of one size. */
export function usageScale({ totals, days }: UsageSeries, size: Size): UsageScale {
  const { width, credits, uncharged } = SIZES[size];
  const band = scaleBand<number>(days.keys(), [MARGIN.left, width - MARGIN.right]).paddingInner(GAP);
  const x = (index: number) => band(index) ?? 0;
  const spent = days.map((day) => day.credits.reduce((sum, value) => sum + value, 0));
  const y = scaleLinear([0, Math.max(1, ...spent)], [credits[1], credits[0]]).nice(4);
  const mostFree = Math.max(1, ...days.map((day) => day.uncharged ?? 0));
  const free = scaleLinear([0, mostFree], [uncharged[1], uncharged[0]]);
  const layers = stack<UsageSeries["days"][number], number>()
    .keys(totals.keys())
    .value((day, series) => day.credits[series] ?? 0)(days);
  const kept = days.findIndex((day) => day.uncharged !== null);
  const middle = Math.floor((days.length - 1) / 2);
  return {
    barWidth: band.bandwidth(),
    step: band.step(),
    x,
    bars: layers.map((layer) =>
      layer.flatMap(([low, high], index) => (high > low ? [{ x: x(index), y: y(high), height: y(low) - y(high) }] : [])),
    ),
    uncharged: days.flatMap((day, index) =>
      day.uncharged ? [{ x: x(index), y: free(day.uncharged), height: uncharged[1] - free(day.uncharged) }] : [],
    ),
    notKept: kept === -1 ? days.length : kept,
    creditTicks: wholeTicks(y.domain()[1] ?? 1, 4).map((value) => ({ value, y: y(value) })),
    unchargedTop: { value: mostFree, y: uncharged[0] },
    dayTicks: [...new Set([0, middle, days.length - 1])],
  };
}
