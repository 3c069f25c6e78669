import { blendedOrNull } from "../../models/model-listing";
import { isTenfold } from "../../models/prices/price-units";
import type { PricePair } from "../changes/change-event";
import { isSamePrice, joinSteps, type PriceCourse, type PriceStep } from "./price-course";

/**
 * What happened between two prices of a listing. `correction`: another reading came to be believed,
 * and nobody changed a price.
 */
type Turn = "price" | "correction" | "first_price" | "price_withdrawn" | "no_longer_free" | "became_free";

/** A price that stood for no longer and then gave way to the one before it was misread, not charged. */
const SLIP_DAYS = 2;

const isKnown = ({ input, output }: PricePair): boolean => input !== null && output !== null;
const isFree = ({ input, output }: PricePair): boolean => input === 0 && output === 0;

const areWorldsApart = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && one > 0 && other > 0 && isTenfold(one, other);

/** Two lists differ where one takes the other's place, and no price changes tenfold: readings do. */
function isCorrection(before: PriceStep, after: PriceStep): boolean {
  const isOtherList = before.source !== null && after.source !== null && before.source !== after.source;
  return isOtherList || areWorldsApart(before.price.input, after.price.input) || areWorldsApart(before.price.output, after.price.output);
}

/** What a step began with; null where the listing came back at the price that it had. */
function turnBetween(before: PriceStep, after: PriceStep): Turn | null {
  if (isSamePrice(before.price, after.price)) return null;
  if (!isKnown(before.price)) return "first_price";
  if (!isKnown(after.price)) return "price_withdrawn";
  if (isFree(before.price)) return "no_longer_free";
  if (isFree(after.price)) return "became_free";
  return isCorrection(before, after) ? "correction" : "price";
}

const isSlip = (before: PriceStep | undefined, step: PriceStep, after: PriceStep | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  isSamePrice(before.price, after.price) &&
  !isSamePrice(before.price, step.price) &&
  after.firstDay - step.firstDay <= SLIP_DAYS;

/** The steps without misreadings of a day or two. The price before a misreading stood through it. */
function withoutSlips(steps: readonly PriceStep[]): PriceStep[] {
  const slips = steps.filter((step, place) => isSlip(steps[place - 1], step, steps[place + 1]));
  const kept = steps.filter((step) => !slips.includes(step));
  const [first, ...rest] = kept.map((step, place) => {
    const next = kept[place + 1];
    const isInterrupted = next && slips.some(({ firstDay }) => firstDay > step.firstDay && firstDay < next.firstDay);
    return isInterrupted ? { ...step, lastDay: next.firstDay - 1 } : step;
  });
  return first ? joinSteps([first, ...rest]) : [];
}

/** The captured days that are compared, as day numbers. */
export interface MoveWindow {
  from: number;
  to: number;
  /** Every captured day, the oldest first. */
  days: readonly number[];
  /** Whether the captured days reach back as far as was asked. */
  isWhole: boolean;
}

/** So many days back from the newest captured day; null where nothing was captured. A window that begins on no captured day begins earlier. */
export function moveWindow(days: readonly number[], length: number): MoveWindow | null {
  const to = days.at(-1);
  if (to === undefined) return null;
  const from = days[countBelow(days, to - length + 1) - 1];
  return { from: from ?? days[0] ?? to, to, days, isWhole: from !== undefined };
}

/** Why less than the window is compared: the listing, its price or a believable reading of it is newer. */
type ShortReason = "listed_later" | "priced_later" | "free_before" | "corrected";

export interface CourseMove {
  course: PriceCourse;
  from: PricePair;
  to: PricePair;
  source: string | null;
  /** Natural logarithm of the new blended price over the old one. */
  logChange: number;
  changes: number;
  /** Standard deviation of the logarithm of the blended price over the captured days; null for one day. */
  volatility: number | null;
  comparedFrom: number;
  comparedDays: number;
  /** The newest change, and the price before it. */
  changedOn: number;
  before: PricePair;
  shortBecause: ShortReason | null;
}

/** A beginning or end of what can be compared, other than a change of price. */
export interface CourseTurn {
  course: PriceCourse;
  turn: Exclude<Turn, "price">;
  from: PricePair;
  to: PricePair;
  on: number;
}

const SHORT_REASONS: Readonly<Partial<Record<Turn, ShortReason>>> = {
  correction: "corrected",
  first_price: "priced_later",
  no_longer_free: "free_before",
};

/** The captured days from one to another, both included. */
const daysWithin = (days: readonly number[], from: number, to: number): number =>
  Math.max(0, countBelow(days, to + 1) - countBelow(days, from));

/** How many of the days, which are in order, lie before a day. */
function countBelow(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

const blended = ({ input, output }: PricePair): number => blendedOrNull(input, output) ?? 0;
const isPriced = ({ price }: PriceStep): boolean => isKnown(price) && blended(price) > 0;

function deviation(stretch: readonly PriceStep[], { from, to, days }: MoveWindow): { comparedDays: number; volatility: number | null } {
  const parts = stretch.map(({ price, firstDay, lastDay }) => ({
    log: Math.log(blended(price)),
    count: daysWithin(days, Math.max(firstDay, from), lastDay ?? to),
  }));
  const comparedDays = parts.reduce((sum, { count }) => sum + count, 0);
  if (comparedDays < 2) return { comparedDays, volatility: null };
  const mean = parts.reduce((sum, { log, count }) => sum + log * count, 0) / comparedDays;
  const squares = parts.reduce((sum, { log, count }) => sum + (log - mean) ** 2 * count, 0);
  return { comparedDays, volatility: Math.sqrt(squares / comparedDays) };
}

interface Stretch {
  steps: PriceStep[];
  /** What the first step began with; null where it reaches back to the window's first day. */
  brokenBy: Turn | null;
  isWhole: boolean;
}

/** The newest comparable steps of the window: no correction, unknown or zero price lies between them. */
function comparable(steps: readonly PriceStep[], from: number): Stretch {
  let start = steps.length - 1;
  let brokenBy: Turn | null = null;
  while (start > 0 && (steps[start] as PriceStep).firstDay > from) {
    const [before, step] = [steps[start - 1] as PriceStep, steps[start] as PriceStep];
    if (before.lastDay !== null && before.lastDay < from) break;
    const turn = turnBetween(before, step);
    if (turn !== null && turn !== "price") {
      brokenBy = turn;
      break;
    }
    start -= 1;
  }
  return { steps: steps.slice(start), brokenBy, isWhole: (steps[start]?.firstDay ?? from) <= from };
}

function shortReason({ brokenBy, isWhole }: Stretch): ShortReason | null {
  if (isWhole) return null;
  return (brokenBy && SHORT_REASONS[brokenBy]) ?? "listed_later";
}

/** How the price of a listing moved in a window; null where it did not, or cannot be told. */
export function moveOf(course: PriceCourse, window: MoveWindow): CourseMove | null {
  const stretch = comparable(withoutSlips(course.steps), window.from);
  const [first, last] = [stretch.steps[0], stretch.steps.at(-1)];
  if (!first || !last || !isPriced(last) || !isPriced(first)) return null;
  const changed = stretch.steps.flatMap((step, place) => {
    const before = stretch.steps[place - 1];
    return before === undefined || isSamePrice(before.price, step.price) ? [] : [{ on: step.firstDay, before: before.price }];
  });
  const newest = changed.at(-1);
  if (!newest) return null;
  return {
    course,
    from: first.price,
    to: last.price,
    source: last.source,
    logChange: Math.log(blended(last.price) / blended(first.price)),
    changes: changed.length,
    ...deviation(stretch.steps, window),
    comparedFrom: Math.max(first.firstDay, window.from),
    changedOn: newest.on,
    before: newest.before,
    shortBecause: shortReason(stretch),
  };
}

/** Prices that came, went, were or became zero, or were read anew in a window. A misreading counts as a correction. */
export function turnsOf(course: PriceCourse, { from }: MoveWindow): CourseTurn[] {
  const { steps } = course;
  return steps.flatMap((step, place) => {
    const before = steps[place - 1];
    if (before === undefined || step.firstDay <= from) return [];
    const isMisread = isSlip(steps[place - 2], before, step) || isSlip(before, step, steps[place + 1]);
    const turn = isMisread ? "correction" : turnBetween(before, step);
    return turn === null || turn === "price" ? [] : [{ course, turn, from: before.price, to: step.price, on: step.firstDay }];
  });
}
