import { listNamings } from "@/db/queries/attention/attention";
import type { Db } from "@/db/client";
import { utcDay } from "@/lib/domain/basics/date-range";
import { windowsOf, type Namings } from "@/lib/domain/attention/attention-counts";
import { oncePerDay } from "../freshness/once-per-version";

/**
 * Loads once for all moments of a day, so it reaches as far back as the day's first moment. Later ones
 * leave out the oldest.
 */
const ofDay = oncePerDay(["news"], (db, day) => listNamings(db, windowsOf(new Date(day)).full));

export const newsNamings = (db: Db, now: Date): Promise<Namings> => ofDay(db, utcDay(now));
