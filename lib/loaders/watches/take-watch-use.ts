import type { Db } from "@/db/client";
import { secondsToMidnight, utcDay } from "@/lib/domain/basics/date-range";
import { countDailyUse } from "@/db/queries/freshness/operations";
import { ApiError } from "@/lib/errors";

/** Counts one use of a daily limit per watch; throws beyond it. */
export async function takeWatchUse(
  db: Db,
  { policy, watchId, perDay, now }: { policy: string; watchId: string; perDay: number; now: Date },
): Promise<void> {
  if ((await countDailyUse(db, utcDay(now), policy, watchId)) <= perDay) return;
  const retryAfter = secondsToMidnight(now);
  throw new ApiError(
    "watch_daily_limit_reached",
    `At most ${perDay} a UTC day for one watch.`,
    { limit: perDay, retry_after: retryAfter },
    { "Retry-After": String(retryAfter) },
  );
}
