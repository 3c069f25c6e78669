import { classAt, type CodedDays, type DayClass } from "./day-codes";

const LEAST_STEP = 6;
const MOST_STEP = 20;
export const STRIP_HEIGHT = 36;
export const STRIP_ROW_GAP = 8;
const FULL = 28;
const SHORT = 14;

export interface StripLayout {
  perRow: number;
  step: number;
  bar: number;
  width: number;
  height: number;
}

/** Bars become thinner down to 5 pixels, then they wrap into rows of equal length. */
export function stripLayout(count: number, available: number): StripLayout {
  const rows = Math.max(1, Math.ceil(count / Math.floor(available / LEAST_STEP)));
  const perRow = Math.max(1, Math.ceil(count / rows));
  const step = Math.min(MOST_STEP, Math.floor(available / perRow));
  const bar = step - Math.max(1, Math.round(step * 0.15));
  return { perRow, step, bar, width: perRow * step, height: rows * STRIP_HEIGHT + (rows - 1) * STRIP_ROW_GAP };
}

export function stripPosition(index: number, { perRow, step }: StripLayout): { x: number; y: number } {
  return { x: (index % perRow) * step, y: Math.floor(index / perRow) * (STRIP_HEIGHT + STRIP_ROW_GAP) };
}

const shortBox = (x: number, y: number, bar: number): string =>
  `M${x + 0.5} ${y + STRIP_HEIGHT - SHORT + 0.5}h${bar - 1}v${SHORT - 1}h-${bar - 1}z`;

/** Operational and down are thick strokes. Degraded is an outline with a hatch, unknown a plain outline. */
const SHAPES: Record<DayClass, (x: number, y: number, bar: number) => string> = {
  operational: (x, y, bar) => `M${x + bar / 2} ${y + STRIP_HEIGHT}v-${FULL}`,
  down: (x, y, bar) => `M${x + bar / 2} ${y + STRIP_HEIGHT}v-${STRIP_HEIGHT}`,
  degraded: (x, y, bar) =>
    `M${x + 0.5} ${y + STRIP_HEIGHT - FULL + 0.5}h${bar - 1}v${FULL - 1}h-${bar - 1}z${[9, 16, 23].map((up) => `M${x + 0.5} ${y + STRIP_HEIGHT - up + 3}l${bar - 1}-6`).join("")}`,
  unknown: shortBox,
  none: shortBox,
};

const DRAWN: readonly DayClass[] = ["operational", "degraded", "down", "unknown", "none"];

interface StripPath {
  name: DayClass;
  d: string;
  /** Undefined for an outline. */
  strokeWidth: number | undefined;
}

/** A path per state instead of an element per day, as a page shows sixty strips. States without a day have none. */
export function stripPaths(days: CodedDays, layout: StripLayout): StripPath[] {
  return DRAWN.flatMap((name) => {
    const drawn = [...days.codes].flatMap((_, index) => {
      const { x, y } = stripPosition(index, layout);
      return classAt(days, index) === name ? [SHAPES[name](x, y, layout.bar)] : [];
    });
    const isThick = name === "operational" || name === "down";
    return drawn.length === 0 ? [] : [{ name, d: drawn.join(""), strokeWidth: isThick ? layout.bar : undefined }];
  });
}
