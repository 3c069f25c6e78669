import type { Db } from "@/db/client";
import { spansByListing } from "@/db/queries/history/course-spans";
import { listModelAliases } from "@/db/queries/models/models";
import { dayNumber } from "@/lib/domain/basics/date-range";
import { endedCourses, type EndedCourses } from "@/lib/domain/history/courses/ended-courses";
import { courseOf, endDayOf, hasMovedAfter, joinRenamed, type PriceCourse } from "@/lib/domain/history/courses/price-course";
import { oncePerVersion } from "../freshness/once-per-version";
import { capturedDaysIn } from "./captured-days";

/** The longest window of moves, in days. */
export const MOST_MOVE_DAYS = 365;

/** Before and after every day that can be captured. */
const EVER = { from: "0001-01-01", to: "9999-12-31" };

/** Courses of the listings that moved within the longest window, and of those that ended. Everybody shares them: never change one. */
interface PriceCourses extends EndedCourses {
  /** Captured days as day numbers, the oldest first. */
  days: readonly number[];
  /** Moved listings that are still listed. */
  moved: readonly PriceCourse[];
}

/** All but a few listings keep their price for ever: what is kept is a small part of what is read. */
export const priceCourses = oncePerVersion(["history"], async (db: Db): Promise<PriceCourses> => {
  const days = (await capturedDaysIn(db, "pricing", EVER)).map(({ date }) => dayNumber(date));
  const read: PriceCourse[] = [];
  for await (const spans of spansByListing(db)) read.push(courseOf(spans));
  const courses = [...joinRenamed(read, await listModelAliases(db)).values()];
  const since = (days.at(-1) ?? 0) - MOST_MOVE_DAYS;
  return { days, moved: courses.filter((course) => endDayOf(course) === null && hasMovedAfter(course, since)), ...endedCourses(courses) };
});
