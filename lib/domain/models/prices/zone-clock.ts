import { DAY_MS, MINUTE_MS } from "../../basics/time";
import { remember } from "../../basics/remember";
import { WEEKDAYS, type Weekday } from "./price-condition";

const DAYS_OF_WEEK = 7;
const MINUTES_OF_DAY = 1440;
/** Days and zones of one bill, several times over. */
const MOST_DAYS = 4096;
/** The first of January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3;

const formatterOf = remember(
  (timeZone: string) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" },
    }),
  64,
);

/** Minutes by which a zone's clocks are ahead of UTC. */
function readOffset(zone: string, time: number): number {
  const part = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<"year" | "month" | "day" | "hour" | "minute", number>;
  const local = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute);
  return local / MINUTE_MS - Math.floor(time / MINUTE_MS);
}

const offsetAtMidnight = remember((name: string) => {
  const [day, zone] = name.split(" ") as [string, string];
  return { minutes: readOffset(zone, Number(day) * DAY_MS) };
}, MOST_DAYS);

/** Formatting is a hundred times slower than arithmetic: it is done for the ends of a day, and for each moment of days between whose ends the clocks change. */
function offsetOf(zone: string, time: number): number {
  if (zone === "UTC") return 0;
  const day = Math.floor(time / DAY_MS);
  const { minutes } = offsetAtMidnight(`${day} ${zone}`);
  return offsetAtMidnight(`${day + 1} ${zone}`).minutes === minutes ? minutes : readOffset(zone, time);
}

/** What the clocks and calendars of an IANA zone show at a moment. */
export function zoneClock(moment: Date, zone: string): { minute: number; weekday: Weekday } {
  const local = Math.floor(moment.getTime() / MINUTE_MS) + offsetOf(zone, moment.getTime());
  const day = Math.floor(local / MINUTES_OF_DAY);
  return {
    minute: local - day * MINUTES_OF_DAY,
    weekday: WEEKDAYS[(((day + FIRST_WEEKDAY) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK] as Weekday,
  };
}
