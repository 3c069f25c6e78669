import type { Db } from "@/db/client";
import { countDailyUse } from "@/db/queries/operations";
import { ApiError } from "@/lib/errors";

const DAY_MS = 86_400_000;

/** Counts what one watch may do a few times a UTC day. */
export async function takeWatchUse(db: Db, { policy, watchId, perDay, now }: { policy: string; watchId: string; perDay: number; now: Date }): Promise<void> {
  if ((await countDailyUse(db, now.toISOString().slice(0, 10), policy, watchId)) <= perDay) return;
  const retryAfter = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
  throw new ApiError("watch_daily_limit_reached", `At most ${perDay} a UTC day for one watch.`, { limit: perDay, retry_after: retryAfter }, { "Retry-After": String(retryAfter) });
}
