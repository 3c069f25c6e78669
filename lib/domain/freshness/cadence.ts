import { DAY_MS, DAY_SECONDS, HOUR_MS, MINUTE_MS } from "../basics/time";

/** Times are UTC. Minutes must divide the hour and hours the day, so that slots agree in every process. */
export type Cadence =
  | { everyMinutes: number }
  | { everyHours: number; atMinute?: number }
  | { dailyAt: string }
  | { weeklyOn: Weekday; at: string };

type Weekday = "sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat";

const WEEKDAYS: readonly Weekday[] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

function clock(at: string): { hours: number; minutes: number } {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  return { hours, minutes };
}

const floorTo = (ms: number, step: number): number => Math.floor(ms / step) * step;

/** Start of the slot that contains `now`: two schedulers in the same slot identify the same run. */
export function slotOf(cadence: Cadence, now: Date): Date {
  const ms = now.getTime();
  if ("everyMinutes" in cadence) return new Date(floorTo(ms, cadence.everyMinutes * MINUTE_MS));
  if ("everyHours" in cadence) {
    const offset = (cadence.atMinute ?? 0) * MINUTE_MS;
    return new Date(floorTo(ms - offset, cadence.everyHours * HOUR_MS) + offset);
  }
  const { hours, minutes } = clock("dailyAt" in cadence ? cadence.dailyAt : cadence.at);
  const offset = hours * HOUR_MS + minutes * MINUTE_MS;
  const day = floorTo(ms - offset, DAY_MS);
  if ("dailyAt" in cadence) return new Date(day + offset);
  const daysSince = (new Date(day).getUTCDay() - WEEKDAYS.indexOf(cadence.weeklyOn) + 7) % 7;
  return new Date(day - daysSince * DAY_MS + offset);
}

export function toCron(cadence: Cadence): string {
  if ("everyMinutes" in cadence) return cadence.everyMinutes === 1 ? "* * * * *" : `*/${cadence.everyMinutes} * * * *`;
  if ("everyHours" in cadence) return `${cadence.atMinute ?? 0} ${cadence.everyHours === 1 ? "*" : `*/${cadence.everyHours}`} * * *`;
  if ("dailyAt" in cadence) {
    const { hours, minutes } = clock(cadence.dailyAt);
    return `${minutes} ${hours} * * *`;
  }
  const { hours, minutes } = clock(cadence.at);
  return `${minutes} ${hours} * * ${WEEKDAYS.indexOf(cadence.weeklyOn)}`;
}

export function secondsBetweenSlots(cadence: Cadence): number {
  if ("everyMinutes" in cadence) return cadence.everyMinutes * 60;
  if ("everyHours" in cadence) return cadence.everyHours * 3600;
  return "dailyAt" in cadence ? DAY_SECONDS : 7 * DAY_SECONDS;
}
