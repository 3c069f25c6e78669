import { newsSources } from "@/lib/catalogs/news-sources";
import { requireOneRead } from "@/lib/ingest/require-one-read";
import { defineJob } from "@/jobs/define";
import { refreshSources } from "./refresh-sources";

export const refreshNews = defineJob({
  name: "refresh-news",
  summary: "Reads every declared news feed and keeps what is new",
  cadence: { everyMinutes: 10 },
  writes: ["news"],
  timeoutSeconds: 110,
  runsAtStart: true,
  async run(context) {
    const { counts, unread } = await refreshSources(newsSources, context);
    requireOneRead(counts.sources, unread);
    return counts;
  },
});
