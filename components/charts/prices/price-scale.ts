import { scaleLinear, scaleLog } from "d3-scale";
import { datesOf } from "@/lib/domain/basics/date-range";
import { formatDay, formatPrice } from "@/lib/domain/pages/format";
import { FIELDS, type DayPrice, type PricePoint, type PriceScale, type Size } from "./price-text";

/** What the drawing of the server and the interactive one share, so that the second takes the first one's place without a jump. */
export const SIZES = { wide: { width: 520, height: 260 }, narrow: { width: 288, height: 220 } } as const satisfies Record<
  Size,
  { width: number; height: number }
>;
export const MARGIN = { top: 14, right: 118, bottom: 26, left: 58 } as const;
const LABEL_HEIGHT = 15;

export function priceScale(points: readonly PricePoint[], range: { from: string; days: number }, wantsLog: boolean): PriceScale {
  const byDate = new Map(points.map((point) => [point.date, point]));
  const days = datesOf(range).map((date, index) => {
    const { input = null, output = null, blended = null } = byDate.get(date) ?? {};
    return { index, date, input, output, blended };
  });
  const prices = points.flatMap((point) => FIELDS.map(({ key }) => point[key]));
  const least = Math.min(...prices);
  const most = Math.max(...prices);
  // A logarithm has no zero: with a free price the axis stays linear.
  const isLog = wantsLog && prices.length > 0 && least > 0;
  const scale = isLog
    ? scaleLog([least, most === least ? least * 10 : most], [0, 1]).nice()
    : scaleLinear([0, most > 0 ? most : 1], [0, 1]).nice(4);
  const [low = 0, high = 1] = scale.domain();
  return { days, isLog, domain: [low, high], yTicks: isLog ? logTicks(low, high) : scale.ticks(4), xTicks: dayTicks(days.length) };
}

function logTicks(low: number, high: number): number[] {
  const ticks = scaleLog([low, high], [0, 1]).ticks();
  const decades = ticks.filter((tick) => Number.isInteger(Math.log10(tick)));
  return decades.length >= 3 ? decades : ticks.filter((tick) => /^0*\.?0*[125]0*$/.test(String(tick)));
}

/** First, last and the middle, which is left out where the drawing is narrow: dates are long. */
function dayTicks(count: number): number[] {
  return [...new Set([0, Math.floor((count - 1) / 2), count - 1])];
}

interface Projection {
  x: (index: number) => number;
  y: (price: number) => number;
}

export function projectionOf({ days, isLog, domain }: PriceScale, size: Size): Projection {
  const { width, height } = SIZES[size];
  const x = scaleLinear([0, Math.max(1, days.length - 1)], [MARGIN.left, width - MARGIN.right]);
  const y = (isLog ? scaleLog : scaleLinear)(domain, [height - MARGIN.bottom, MARGIN.top]);
  return { x, y };
}

/** Days whose price differs from the captured day before; and days that stand alone, which no line would show. */
export function markedDays(days: readonly DayPrice[], key: (typeof FIELDS)[number]["key"]): DayPrice[] {
  let previous: number | null = null;
  return days.filter((day, position) => {
    const price = day[key];
    if (price === null) return false;
    const isAlone = (days[position - 1]?.[key] ?? null) === null && (days[position + 1]?.[key] ?? null) === null;
    const hasChanged = previous !== null && previous !== price;
    previous = price;
    return isAlone || hasChanged;
  });
}

export interface EndLabel {
  key: string;
  text: string;
  color: string;
  y: number;
}

/** The newest price of each line beside its end, moved apart where they would cover each other. */
export function endLabels(scale: PriceScale, size: Size): EndLabel[] {
  const { y } = projectionOf(scale, size);
  const labels = FIELDS.flatMap(({ key, word, color }) => {
    const price = scale.days.findLast((day) => day[key] !== null)?.[key] ?? null;
    return price === null ? [] : [{ key, color, text: `${word} ${formatPrice(price)}`, y: y(price) }];
  }).sort((a, b) => a.y - b.y);
  const lowest = SIZES[size].height - MARGIN.bottom;
  for (let at = 1; at < labels.length; at += 1) {
    const [above, label] = [labels[at - 1], labels[at]];
    if (above && label) label.y = Math.max(label.y, above.y + LABEL_HEIGHT);
  }
  for (let at = labels.length - 1; at >= 0; at -= 1) {
    const [label, below] = [labels[at], labels[at + 1]];
    if (label) label.y = Math.min(label.y, below ? below.y - LABEL_HEIGHT : lowest);
  }
  return labels;
}

/** `16 Nov`: the year is in the caption. */
export const shortDay = (date: string): string => formatDay(date).split(" ").slice(0, 2).join(" ");
