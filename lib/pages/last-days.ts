import { serviceTime } from "@/lib/config/clock";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";

/** That many days up to today, as the premium series take them. */
export function lastDays(count: number): { from: string; to: string } {
  const to = utcDay(serviceTime());
  return { from: addDays(to, 1 - count), to };
}
