import { courseOf, type CourseSpan, type PriceCourse } from "@/lib/domain/history/courses/price-course";
import { moveWindow, type MoveWindow } from "@/lib/domain/history/courses/price-move";

/** A price from a day on, as `[day, input, output]`, with the list that it is from where that matters. */
export type Priced = readonly [day: number, input: number | null, output: number | null, source?: string];

interface Shape {
  providerId?: string;
  modelId?: string;
  isMakersListing?: boolean;
  /** The last captured day with it; null while it is listed. */
  endsOn?: number | null;
}

/** A course in which each price stands until the next one begins. */
export function aCourse(
  prices: readonly [Priced, ...Priced[]],
  { providerId = "acme", modelId = "one", isMakersListing = true, endsOn = null }: Shape = {},
): PriceCourse {
  const spans = prices.map(([firstDay, inputPrice, outputPrice, priceSource = "models.dev"], place): CourseSpan => ({
    providerId,
    modelId,
    name: modelId,
    isMakersListing,
    inputPrice,
    outputPrice,
    priceSource,
    firstDay,
    lastDay: (prices[place + 1]?.[0] ?? (endsOn ?? NaN) + 1) - 1 || null,
  }));
  return courseOf(spans as [CourseSpan, ...CourseSpan[]]);
}

/** A window of so many days up to `to`, of which every day from `first` on was captured. */
export function aWindow({ first = 0, to, length }: { first?: number; to: number; length: number }): MoveWindow {
  const window = moveWindow(
    Array.from({ length: to - first + 1 }, (_, place) => first + place),
    length,
  );
  if (!window) throw new Error("no day was captured");
  return window;
}
