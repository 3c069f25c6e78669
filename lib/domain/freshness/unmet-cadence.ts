import { DAY_SECONDS, HOUR_MS, MINUTE_MS } from "../basics/time";
import { secondsBetweenSlots, slotOf, type Cadence } from "./cadence";

const LEAST_GRACE_MS = 10 * MINUTE_MS;

/** Grace equals the cadence, within ten minutes and an hour. Within an hour hosts call daily crons. */
const graceMs = (cadence: Cadence): number => Math.min(Math.max(secondsBetweenSlots(cadence) * 1000, LEAST_GRACE_MS), HOUR_MS);

/** Whether a slot went by without a run. What never ran is measured from the day that the service was installed. */
export function isCadenceUnmet(cadence: Cadence, ranAt: Date, now: Date): boolean {
  return ranAt < slotOf(cadence, new Date(now.getTime() - graceMs(cadence)));
}

/** What hosts with daily crons accept. */
export const isDailyOrRarer = (cadence: Cadence): boolean => secondsBetweenSlots(cadence) >= DAY_SECONDS;
