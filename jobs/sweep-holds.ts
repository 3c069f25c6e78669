import { pruneCallCounters, pruneQuoteAmounts, pruneQuotePlaces, pruneStoredAnswers } from "@/db/queries/expired-rows";
import { expireClaims } from "@/db/queries/money/call/claims";
import { expireHolds } from "@/db/queries/money/call/holds";
import { KEPT_MS } from "@/db/queries/money/call/stored-answers";
import type { Db } from "@/db/client";
import { metrics } from "@/lib/config/metrics";
import { defineJob } from "./define";
import { HOUR_MS } from "@/lib/domain/basics/time";

async function expireAll(expire: typeof expireHolds, db: Db, now: Date, signal: AbortSignal): Promise<number> {
  let expired = 0;
  for (let count = await expire(db, now); count > 0; count = await expire(db, now)) {
    expired += count;
    signal.throwIfAborted();
  }
  return expired;
}

export const sweepHolds = defineJob({
  name: "sweep-holds",
  summary:
    "Gives back credits that calls which died had set aside, and hashes to those who paid them; forgets counters of an hour and repeatable answers of a day ago",
  cadence: { everyMinutes: 1 },
  writes: [],
  timeoutSeconds: 50,
  async run({ db, now, signal }) {
    const expired = (await expireAll(expireHolds, db, now, signal)) + (await expireAll(expireClaims, db, now, signal));
    metrics().holdsReleased.inc({ why: "expired" }, expired);
    const counters = await pruneCallCounters(db, new Date(now.getTime() - HOUR_MS));
    const answers = await pruneStoredAnswers(db, new Date(now.getTime() - KEPT_MS), now);
    const amounts = await pruneQuoteAmounts(db, now);
    const places = await pruneQuotePlaces(db, now);
    return { expired, counters, answers, amounts, places };
  },
});
