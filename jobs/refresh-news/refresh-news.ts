import { newsSources } from "@/lib/catalogs/news-sources";
import { defineJob } from "@/jobs/define";
import { indexPastArticles, buildSegments } from "./index-past-articles";
import { refreshSources } from "./refresh-sources";

export const refreshNews = defineJob({
  name: "refresh-news",
  summary: "Reads every declared news feed and keeps what is new",
  cadence: { everyMinutes: 10 },
  writes: ["news"],
  timeoutSeconds: 110,
  runsAtStart: true,
  async run(context) {
    const counts = await refreshSources(newsSources, context);
    const indexed = await indexPastArticles(context.db, context.now, context.signal);
    const editions = await buildSegments(context.db, context.now, context.signal);
    return { ...counts, ...(indexed > 0 ? { indexed } : {}), ...(editions > 0 ? { editions } : {}) };
  },
});
