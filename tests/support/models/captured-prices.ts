import type { Db } from "@/db/client";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import { captureDay, captureTimeOf, minutesBefore } from "../history/captured-days";
import { readEverything, storeListings, storeOpusScores } from "../history/daily-world";

export async function captureListingsOn(
  db: Db,
  date: string,
  listings: readonly ModelListing[],
  scores: Readonly<Record<string, number>> = { swe_bench: 70 },
): Promise<void> {
  const at = captureTimeOf(date);
  const readAt = minutesBefore(at, 1);
  await readEverything(db, readAt);
  await storeListings(db, listings, readAt);
  await storeOpusScores(db, scores, readAt);
  await captureDay(db, date, at);
}
