import { linearAxis, logAxis, placed } from "../axis";
import type { Box, Size } from "../sizes";
import { UNITS, type SeriesDay, type SeriesScale } from "./series-text";
import { scaleLinear } from "d3-scale";

/** What the drawing of the server and the interactive one share, so that the second takes the first one's place without a jump. */
export const SIZES: Readonly<Record<Size, Box>> = { wide: { width: 520, height: 260 }, narrow: { width: 288, height: 220 } };
export const MARGIN = { top: 14, right: 118, bottom: 26, left: 58 } as const;
const LABEL_HEIGHT = 15;

interface Asked extends Pick<SeriesScale, "lines" | "unit" | "today"> {
  /** Every day of the range, in order. */
  days: readonly Omit<SeriesDay, "index">[];
  wantsLog?: boolean;
  /** The highest value that there can be, for an axis that shows all of it. */
  highest?: number;
}

const numbersOf = ({ values, band }: Omit<SeriesDay, "index">): number[] => [
  ...Object.values(values).filter((value) => value !== null),
  ...(band ?? []),
];

export function seriesScale({ days, wantsLog = false, highest, ...asked }: Asked): SeriesScale {
  const numbers = days.flatMap(numbersOf);
  const most = highest ?? Math.max(0, ...numbers);
  const axis = (wantsLog ? logAxis(numbers) : null) ?? linearAxis(0, most > 0 ? most : 1);
  return { ...asked, days: days.map((day, index) => ({ ...day, index })), axis, xTicks: dayTicks(days.length) };
}

/** First, last and the middle, which is left out where the drawing is narrow: dates are long. */
function dayTicks(count: number): number[] {
  return [...new Set([0, Math.floor((count - 1) / 2), count - 1])];
}

interface Projection {
  x: (index: number) => number;
  y: (value: number) => number;
}

export function projectionOf({ days, axis }: Pick<SeriesScale, "days" | "axis">, size: Size): Projection {
  const { width, height } = SIZES[size];
  const x = scaleLinear([0, Math.max(1, days.length - 1)], [MARGIN.left, width - MARGIN.right]);
  return { x, y: placed(axis, [height - MARGIN.bottom, MARGIN.top]) };
}

/** Days whose value differs from the captured day before; and days that stand alone, which no line would show. */
export function markedDays(days: readonly SeriesDay[], key: string): SeriesDay[] {
  const valueAt = (position: number): number | null => days[position]?.values[key] ?? null;
  let previous: number | null = null;
  return days.filter((_, position) => {
    const value = valueAt(position);
    if (value === null) return false;
    const isAlone = valueAt(position - 1) === null && valueAt(position + 1) === null;
    const hasChanged = previous !== null && previous !== value;
    previous = value;
    return isAlone || hasChanged;
  });
}

export interface EndLabel {
  key: string;
  text: string;
  y: number;
}

/** The newest value of each line beside its end, moved apart where they would cover each other. */
export function endLabels(scale: SeriesScale, size: Size): EndLabel[] {
  const { y } = projectionOf(scale, size);
  const labels = scale.lines
    .flatMap(({ key, word, isUnlabelled }) => {
      const value = scale.days.findLast((day) => (day.values[key] ?? null) !== null)?.values[key] ?? null;
      return value === null || isUnlabelled ? [] : [{ key, text: `${word} ${UNITS[scale.unit](value)}`, y: y(value) }];
    })
    .sort((a, b) => a.y - b.y);
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
