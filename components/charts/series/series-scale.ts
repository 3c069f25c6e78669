import { linearAxis, logAxis } from "../axis";
import { placed } from "../axis-place";
import type { DayPlaces } from "../chart-reader";
import type { Box, Size } from "../sizes";
import { TICK_TEXTS, UNITS, type SeriesDay, type SeriesScale } from "./series-text";
import { scaleLinear } from "d3-scale";

/** Sizes of both drawings, so that the interactive one takes the server's place without a jump. */
export const SIZES: Readonly<Record<Size, Box>> = { wide: { width: 520, height: 260 }, narrow: { width: 288, height: 220 } };
/** Enough for lines that say by their labels alone what they have to say. */
const LOW_HEIGHT = 124;
const LABEL_HEIGHT = 15;
const TICK_CHARACTER = 6.2;
const LABEL_CHARACTER = 6.8;
const GAP = 8;
/** Changes marked on a line: more would be a row of beads that hides it. */
const MOST_CHANGES_MARKED = 12;

export const boxOf = ({ isLow }: Pick<SeriesScale, "isLow">, size: Size): Box =>
  isLow ? { ...SIZES[size], height: LOW_HEIGHT } : SIZES[size];

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

/** Room at the sides, as much as the texts there need. */
export function marginOf(scale: SeriesScale) {
  const ticks = scale.axis.ticks.map(TICK_TEXTS[scale.unit]);
  const labels = newestOf(scale).map(({ text }) => text);
  return {
    top: 14,
    right: Math.ceil(GAP + longest(labels) * LABEL_CHARACTER),
    bottom: 26,
    left: Math.ceil(GAP + longest(ticks) * TICK_CHARACTER),
  };
}

interface Asked extends Pick<SeriesScale, "lines" | "unit" | "today" | "isLow"> {
  /** Every day of the range, in order. */
  days: readonly Omit<SeriesDay, "index">[];
  wantsLog?: boolean | undefined;
  /** The highest value that there can be, for an axis that shows all of it. */
  highest?: number | undefined;
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

export function projectionOf(scale: SeriesScale, size: Size): Projection {
  const { width, height } = boxOf(scale, size);
  const margin = marginOf(scale);
  const x = scaleLinear([0, Math.max(1, scale.days.length - 1)], [margin.left, width - margin.right]);
  return { x, y: placed(scale.axis, [height - margin.bottom, margin.top]) };
}

/** Days as a pointer finds them: each reaches half way to its neighbours. */
export function placesOf(scale: SeriesScale, size: Size): DayPlaces {
  const { x } = projectionOf(scale, size);
  const step = x(1) - x(0);
  return { width: SIZES[size].width, first: x(0) - step / 2, step };
}

/**
 * Days whose value differs from the captured day before, unless most do. Days that stand alone are
 * marked, since no line shows them.
 */
export function markedDays(days: readonly SeriesDay[], key: string): SeriesDay[] {
  const valueAt = (position: number): number | null => days[position]?.values[key] ?? null;
  const isAlone = (position: number): boolean => valueAt(position - 1) === null && valueAt(position + 1) === null;
  const known = days.filter((_, position) => valueAt(position) !== null);
  const changed = new Set(known.filter((day, position) => position > 0 && day.values[key] !== known[position - 1]?.values[key]));
  const areMarked = changed.size <= MOST_CHANGES_MARKED;
  return known.filter((day) => (areMarked && changed.has(day)) || isAlone(day.index));
}

export interface EndLabel {
  key: string;
  text: string;
  y: number;
}

interface Newest {
  key: string;
  text: string;
  value: number;
}

/** The newest value of each line, as it is said at its end; the axis has the unit. */
function newestOf({ lines, days, unit }: SeriesScale): Newest[] {
  return lines.flatMap(({ key, word, isUnlabelled }) => {
    const value = days.findLast((day) => (day.values[key] ?? null) !== null)?.values[key] ?? null;
    return value === null || isUnlabelled ? [] : [{ key, value, text: `${word} ${UNITS[unit](value).replace("/h", "")}` }];
  });
}

/** The labels beside the ends of the lines, moved apart where they would cover each other. */
export function endLabels(scale: SeriesScale, size: Size): EndLabel[] {
  const { y } = projectionOf(scale, size);
  const labels = newestOf(scale)
    .map(({ key, text, value }) => ({ key, text, y: y(value) }))
    .sort((one, other) => one.y - other.y);
  const lowest = boxOf(scale, size).height - marginOf(scale).bottom;
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
