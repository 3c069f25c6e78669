import { pruneVectors } from "@/db/queries/news/stories/text-vectors";
import { env } from "@/lib/config/env";
import { embedderOf } from "@/lib/sources/news/embeddings/embedder-of";
import { clusterOpenDays } from "./cluster-open-days";
import { defineJob, type JobContext, type JobCounts } from "@/jobs/define";
import { DAY_MS } from "@/lib/domain/basics/time";

const UNUSED_KEPT_DAYS = 4;

async function prune({ db, now, signal }: JobContext): Promise<number> {
  let pruned = 0;
  const unusedSince = new Date(now.getTime() - UNUSED_KEPT_DAYS * DAY_MS);
  for (let gone = 1; gone > 0 && !signal.aborted; pruned += gone) gone = await pruneVectors(db, unusedSince);
  return pruned;
}

export const clusterNews = defineJob({
  name: "cluster-news",
  summary: "Groups the news of each day by story; a day is final from 07:30 UTC of the second day after it",
  cadence: { everyHours: 1, atMinute: 30 },
  writes: ["news_clusters"],
  timeoutSeconds: 280,
  runsAtStart: true,
  async run(context) {
    const outcome = await clusterOpenDays(embedderOf(env()), context);
    if (!outcome) return { skipped: "no day with articles is open" };
    const counts: JobCounts = { ...outcome, pruned: await prune(context) };
    return counts;
  },
});
