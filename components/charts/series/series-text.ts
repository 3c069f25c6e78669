import { formatDay, formatGpuHour, formatPrice, formatScore } from "@/lib/domain/pages/format";
import type { Axis } from "../axis-place";
import type { Marker } from "../marks";

/**
 * Fewer points than this are a table: a line through them would suggest a course that nobody saw. A week has seven, but until the
 * capture of its last day, at 07:00 UTC, six.
 */
export const LEAST_POINTS = 6;

export interface SeriesLine {
  key: string;
  word: string;
  color: string;
  dash?: string | undefined;
  marker: Marker;
  /** Steps between snapshots: until the next one the older value is the known one. Slopes only for what is computed for each day. */
  curve: "step" | "slope";
  /** Filled down to the axis. */
  isArea?: true;
  /** Its newest value is not said at the end. */
  isUnlabelled?: true;
}

/** Every day of the range; null where nothing was captured, so that a gap stays a gap. */
export interface SeriesDay {
  index: number;
  date: string;
  values: Readonly<Record<string, number | null>>;
  /** Within which the value of the day is expected. */
  band?: readonly [lower: number, upper: number];
  /** Said of the day beside its values. */
  note?: string | undefined;
}

export const UNITS = { price: formatPrice, "gpu-hour": formatGpuHour, score: formatScore } as const;
/** On an axis, where each tick has as many decimals as the others. */
export const TICK_TEXTS = {
  price: formatPrice,
  "gpu-hour": (usd: number) => `$${usd.toFixed(2)}`,
  score: String,
} as const satisfies Record<keyof typeof UNITS, (value: number) => string>;

export type Unit = keyof typeof UNITS;

export interface SeriesScale {
  lines: readonly SeriesLine[];
  days: readonly SeriesDay[];
  unit: Unit;
  axis: Axis;
  xTicks: readonly number[];
  /** The day at which what was captured ends. */
  today?: number | undefined;
  /** Drawn low: none of its lines moves. */
  isLow?: boolean | undefined;
}

/** A day in words, as it is read by keyboard and shown beside the pointer. */
export function dayText({ lines, unit }: Pick<SeriesScale, "lines" | "unit">, { date, values, note }: SeriesDay): string {
  const known = lines.flatMap(({ key, word }) => {
    const value = values[key] ?? null;
    return value === null ? [] : [`${word.toLowerCase()} ${UNITS[unit](value)}`];
  });
  const said = known.length === 0 ? "no snapshot" : known.join(", ");
  return `${formatDay(date)}: ${said}${note === undefined ? "" : `, ${note}`}`;
}
