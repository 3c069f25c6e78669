import { pruneCallCounters, pruneQuoteAmounts, pruneQuotePlaces, pruneStoredAnswers } from "@/db/queries/expired-rows";
import { freeExpiredClaims } from "@/db/queries/money/call/claims";
import { countStandingHolds, expireHolds } from "@/db/queries/money/call/holds";
import { STORED_MS } from "@/db/queries/money/call/stored-answers";
import type { Db } from "@/db/client";
import { metrics } from "@/lib/config/metrics";
import { defineJob } from "./define";
import { HOUR_MS } from "@/lib/domain/basics/time";

async function expireAll(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  let expired = 0;
  for (let count = await expireHolds(db, now); count > 0; count = await expireHolds(db, now)) {
    expired += count;
    signal.throwIfAborted();
  }
  return expired;
}

export const sweepHolds = defineJob({
  name: "sweep-holds",
  summary:
    "Gives back credits that calls which died had set aside, and counts by their reason the holds that stand; forgets counters of an hour and repeatable answers of a day ago",
  cadence: { everyMinutes: 1 },
  writes: [],
  timeoutSeconds: 50,
  async run({ db, now, signal }) {
    const expired = await expireAll(db, now, signal);
    await freeExpiredClaims(db);
    metrics().holdsReleased.inc({ why: "expired" }, expired);
    const counters = await pruneCallCounters(db, new Date(now.getTime() - HOUR_MS));
    const answers = await pruneStoredAnswers(db, new Date(now.getTime() - STORED_MS), now);
    const amounts = await pruneQuoteAmounts(db, now);
    const places = await pruneQuotePlaces(db, now);
    return { expired, ...(await countStandingHolds(db, now)), counters, answers, amounts, places };
  },
});
