import { scaleLinear, scaleLog } from "d3-scale";
import { formatDay } from "@/lib/domain/pages/format";
import type { Axis } from "./axis-place";

const FEWEST_DECADES = 3;

/** Decades, or 1, 2 and 5 of each where there are few decades. */
function logTicks(low: number, high: number): number[] {
  const ticks = scaleLog([low, high], [0, 1]).ticks();
  const decades = ticks.filter((tick) => Number.isInteger(Math.log10(tick)));
  return decades.length >= FEWEST_DECADES ? decades : ticks.filter((tick) => /^0*\.?0*[125]0*$/.test(String(tick)));
}

/** A logarithm has no zero: with a value of 0 there is no such axis. It ends at decades, or close around the values where it is tight. */
export function logAxis(values: readonly number[], isTight = false): Axis | null {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0 || least <= 0) return null;
  const scale = scaleLog([least, most === least ? least * 10 : most], [0, 1]);
  const [low = least, high = most] = (isTight ? scale : scale.nice()).domain();
  return { isLog: true, domain: [low, high], ticks: logTicks(low, high) };
}

/** Share of the range that stays free at each end of an axis that is tight around its values. */
const ROOM = 0.04;

/** Ends at round values, or close around the values where it is tight. */
export function linearAxis(least: number, most: number, count = 4, isTight = false): Axis {
  const highest = most > least ? most : least + 1;
  const room = isTight ? (highest - least) * ROOM : 0;
  const scale = scaleLinear([least - room, highest + room], [0, 1]);
  const [low = least, high = most] = (isTight ? scale : scale.nice(count)).domain();
  return { isLog: false, domain: [low, high], ticks: scale.ticks(count) };
}

/** `16 Nov`: the year is in the caption. */
export const shortDay = (date: string): string => formatDay(date).split(" ").slice(0, 2).join(" ");
