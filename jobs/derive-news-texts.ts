import { inTransaction } from "@/db/client";
import { rederiveTexts, renewHeroTitles } from "@/db/queries/news/derived-texts";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { defineJob, type JobCounts } from "./define";

/** A batch of this size takes far less than 50 ms on the embedded database, sanitizing included. */
const BATCH = 25;

export const deriveNewsTexts = defineJob({
  name: "derive-news-texts",
  summary: "Derives the texts of stored articles and their search index anew, after the sanitizer's rules changed",
  cadence: { everyMinutes: 10 },
  writes: [],
  timeoutSeconds: 110,
  runsAtStart: true,
  async run({ db, now, signal }) {
    let derived = 0;
    for (let count = BATCH; count === BATCH && !signal.aborted; derived += count) {
      count = await inTransaction(db, async (tx) => rederiveTexts(tx, BATCH));
    }
    if (derived === 0) return { skipped: "every text is of today's rules" };
    const heroes = await inTransaction(db, async (tx) => {
      await bumpVersion(tx, "news", now);
      return renewHeroTitles(tx);
    });
    const counts: JobCounts = { derived, heroes };
    return counts;
  },
});
