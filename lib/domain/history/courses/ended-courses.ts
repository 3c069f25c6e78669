import { groupBy } from "../../basics/group-by";
import { endDayOf, firstDayOf, lastStepOf, type PriceCourse } from "./price-course";

/** Fewer listings that go at once tell of models; many, and most of a seller's, of a source. */
const FEW = 2;
const MOST = 0.5;

/** Listings of one seller that left a list together, so that nobody knows of its models. */
interface LostSection {
  providerId: string;
  source: string | null;
  lastDay: number;
  courses: PriceCourse[];
}

export interface EndedCourses {
  gone: PriceCourse[];
  lost: LostSection[];
}

const isListedOn = (course: PriceCourse, day: number): boolean => firstDayOf(course) <= day && (endDayOf(course) ?? Infinity) >= day;

/**
 * Tells listings that are gone from those of which a source lost sight. Where most listings of a seller leave one
 * list on one day, the list is at fault, or the seller; either says nothing of a model.
 */
export function endedCourses(courses: readonly PriceCourse[]): EndedCourses {
  const found: EndedCourses = { gone: [], lost: [] };
  for (const [providerId, ofSeller] of groupBy(courses, (course) => course.providerId)) {
    const ended = ofSeller.filter((course) => endDayOf(course) !== null);
    const together = groupBy(ended, (course) => `${endDayOf(course)} ${lastStepOf(course).source}`);
    for (const group of together.values()) {
      const { lastDay, source } = lastStepOf(group[0] as PriceCourse);
      const listed = ofSeller.filter((course) => lastDay !== null && isListedOn(course, lastDay)).length;
      const isSection = lastDay !== null && group.length > FEW && group.length > listed * MOST;
      if (isSection) found.lost.push({ providerId, source, lastDay, courses: group });
      else found.gone.push(...group);
    }
  }
  return found;
}
