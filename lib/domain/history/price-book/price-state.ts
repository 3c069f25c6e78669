import { DAY_MS } from "../../basics/time";
import { bookPrices, type BookPrice, type ListingPrices } from "./book-prices";
import type { Confidence } from "./book-row";

/** What a listing charged from one moment until before another; `to` is null while it does. Milliseconds. */
export interface PriceState {
  from: number;
  to: number | null;
  validatedAt: number;
  source: string;
  sourceUrl: string | null;
  confidence: Confidence;
  prices: readonly BookPrice[];
}

/** A price holds for so long after the last reading that had it, where nothing else is known. */
export const HOLDS_MS = DAY_MS;
/** Captures further apart leave open when a price in between changed. */
const LONGEST_STEP_MS = 2 * DAY_MS;

/** When the prices of each captured day were read, oldest first. */
export interface CaptureTimes {
  days: readonly number[];
  times: readonly number[];
  /** Positions after which a capture is missing for longer than a step. */
  breaks: readonly number[];
}

export function captureTimes(captures: readonly { day: number; at: number }[]): CaptureTimes {
  const times: number[] = [];
  for (const { at } of captures) times.push(Math.max(at, (times.at(-1) ?? 0) + 1));
  const breaks = times.flatMap((at, index) => ((times[index + 1] ?? at) - at > LONGEST_STEP_MS ? [index] : []));
  return { days: captures.map(({ day }) => day), times, breaks };
}

/** Position of the first of sorted numbers that is at least this. */
export function firstFrom(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A listing's capture: its prices from the first to the last captured day on which they were the same. */
export interface CapturedPrices extends ListingPrices {
  firstDay: number;
  lastDay: number | null;
  source: string | null;
  sourceUrl: string | null;
  /** The day of a price that no source was read for, null for a live one. */
  verifiedAt: number | null;
}

interface Captured {
  span: CapturedPrices;
  prices: readonly BookPrice[];
  captures: CaptureTimes;
}

/** The state from one capture to the last one of a row without a break. */
function stateOf({ span, prices, captures: { times } }: Captured, first: number, last: number): PriceState {
  const [from, readAt, next] = [times[first] as number, times[last] as number, times[last + 1]];
  const to = next === undefined ? null : Math.min(next, next - readAt > LONGEST_STEP_MS ? readAt + HOLDS_MS : next);
  const own = { source: span.source ?? "unknown", sourceUrl: span.sourceUrl, prices };
  return span.verifiedAt === null
    ? { ...own, from, to, validatedAt: readAt, confidence: "captured" }
    : { ...own, from, to, validatedAt: Math.min(span.verifiedAt, readAt), confidence: "inferred" };
}

/** What captures say of a listing. Days without a capture, for longer than a step, part a state in two. */
export function capturedStates(spans: readonly CapturedPrices[], captures: CaptureTimes): PriceState[] {
  const { days, breaks } = captures;
  return spans.flatMap((span) => {
    const first = firstFrom(days, span.firstDay);
    const last = span.lastDay === null ? days.length - 1 : firstFrom(days, span.lastDay + 1) - 1;
    const prices = bookPrices(span);
    if (first > last || prices.length === 0) return [];
    const ends = [...breaks.filter((position) => position >= first && position < last), last];
    return ends.map((end, index) => stateOf({ span, prices, captures }, index === 0 ? first : (ends[index - 1] as number) + 1, end));
  });
}

/** When a listing was first captured, with a price or without; null where it never was. */
export function firstCaptureOf([first]: readonly CapturedPrices[], { days, times }: CaptureTimes): number | null {
  return first ? (times[firstFrom(days, first.firstDay)] ?? null) : null;
}
