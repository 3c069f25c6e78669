import { serviceTime } from "@/lib/config/clock";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";

/** A range of this many days up to today, as requests name it. */
export function lastDays(count: number): { from: string; to: string } {
  const to = utcDay(serviceTime());
  return { from: addDays(to, 1 - count), to };
}
