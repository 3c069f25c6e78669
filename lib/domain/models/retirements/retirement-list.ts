import { dayNumber } from "../../basics/date-range";
import { compareText } from "../../basics/text";
import type { FollowedRetirement } from "./follow-retirement";
import { isAnnounced, stateOn } from "./retirement";

/** Whole days from today until a day; null for a month or year, of which no day is known. */
export const daysUntil = (day: string | null, today: string): number | null =>
  day !== null && day.length === 10 ? dayNumber(day) - dayNumber(today) : null;

interface Selection {
  within_days?: number | undefined;
  include?: "past" | undefined;
}

const hasEnded = (end: FollowedRetirement, today: string): boolean => stateOn(end, today) === "retired";

/**
 * Ends that are listed without naming a model: coming ends, and on request past ones. A promise of a
 * day is listed as its day.
 */
export function isSelected(end: FollowedRetirement, { within_days: within, include }: Selection, today: string): boolean {
  if (hasEnded(end, today)) return include === "past";
  if (within === undefined) return isAnnounced(end) || end.retiresOn !== null;
  const left = daysUntil(end.retiresOn, today);
  return left !== null && left <= within;
}

/** The next end first, then those without a day. */
export const compareEnds = (left: FollowedRetirement, right: FollowedRetirement): number =>
  compareText(left.retiresOn ?? "~", right.retiresOn ?? "~") || compareText(left.host, right.host) || compareText(left.model, right.model);
