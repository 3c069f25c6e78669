import { WEEKDAYS, type StatedCondition, type TimeBand } from "./price-condition";
import { MINUTE_MS } from "../../basics/time";
import { zoneClock } from "./zone-clock";

const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 1440;
/** Relative difference of a price that two documents round differently. */
const TOLERANCE = 0.005;

interface TokenPrices {
  inputPrice: number;
  outputPrice: number;
}

const RECURRING = new Set(["peak", "off_peak"]);

const isSame = (left: number, right: number): boolean => Math.abs(left - right) <= TOLERANCE * Math.max(left, right);

/** Whether a price holds for hours that come again, by its source. */
export const isAtBand = ({ kind, value, input, output }: StatedCondition, { inputPrice, outputPrice }: TokenPrices): boolean =>
  kind === "time_band" &&
  RECURRING.has(value ?? "") &&
  input !== undefined &&
  output !== undefined &&
  isSame(input, inputPrice) &&
  isSame(output, outputPrice);

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * MINUTES_OF_HOUR + Number(time.slice(3, 5));

function isWithin(minute: number, hours: string): boolean {
  const [from, to] = hours.split("-").map(minuteOf) as [number, number];
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** Intervals are half-open: at its end a band is over. */
export function isInBand({ from_date: from, to_date: to, weekdays, zone, hours }: TimeBand, moment: Date): boolean {
  const time = moment.getTime();
  if ((from !== undefined && time < Date.parse(from)) || (to !== undefined && time >= Date.parse(to))) return false;
  const { minute, weekday } = zoneClock(moment, zone);
  return (weekdays ?? WEEKDAYS).includes(weekday) && hours.some((span) => isWithin(minute, span));
}

/**
 * Moments between two others at which a band of hours can begin or end, midnights among them. It is null where the
 * zone's clocks change in between.
 */
export function bandEdges({ zone, hours }: TimeBand, from: number, to: number): number[] | null {
  const [first, last] = [zoneClock(new Date(from), zone).minute, zoneClock(new Date(to), zone).minute];
  const begin = Math.floor(from / MINUTE_MS);
  const passed = Math.floor(to / MINUTE_MS) - begin;
  if ((first + passed - last) % MINUTES_OF_DAY !== 0) return null;
  const edges: number[] = [];
  for (const edge of new Set([0, ...hours.flatMap((span) => span.split("-").map(minuteOf))])) {
    const next = begin + ((edge - first + MINUTES_OF_DAY - 1) % MINUTES_OF_DAY) + 1;
    for (let minute = next; minute * MINUTE_MS < to; minute += MINUTES_OF_DAY) edges.push(minute * MINUTE_MS);
  }
  return edges;
}
