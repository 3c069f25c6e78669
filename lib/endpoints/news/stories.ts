import { z } from "zod";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { corroborationBand } from "@/lib/domain/news/stories/cluster-check";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { articlesById, heroOf, readStoryDays } from "@/lib/loaders/news/verified-stories";
import { CorroborationBandName } from "@/lib/schemas/news";
import { integerParam } from "@/lib/schemas/params";

const ReportedStory = z
  .strictObject({
    cluster_id: z.string().describe("As in the paid answer, which names the outlets and when each reported"),
    title: z.string().describe("Of the earliest article, as are address and source"),
    url: z.url(),
    source: z.string().describe("Name of the publication"),
    source_count: z.int().describe("Distinct domains"),
    corroboration_band: CorroborationBandName,
    first_seen_at: z.iso.datetime(),
  })
  .meta({ id: "ReportedStory" });

export const newsStories = defineEndpoint({
  method: "GET",
  path: "/api/news/stories",
  tag: "News",
  summary: "News: stories that several outlets reported today or yesterday",
  description:
    "Articles are grouped every hour by the story that they tell. What most outlets reported comes first. It verifies that outlets reported a story, not that the claim is true. Earlier days, with every outlet and the time of its first report, are a paid answer: `/api/premium/history/news/verified`.",
  access: free(),
  reads: ["news_clusters"],
  maxAgeSeconds: 300,
  query: z.object({
    min_sources: integerParam(2, 50).default(2).describe("Least number of distinct domains"),
    limit: integerParam(1, 20).default(5).describe("Number of stories"),
  }),
  response: z.strictObject({
    source: z.string(),
    count: z.int(),
    stories: z.array(ReportedStory),
  }),
  example: { query: { limit: "3" } },
}).handle(async ({ query: { min_sources: leastOutlets, limit }, db, now, capturedAt, siteName }) => {
  const today = utcDay(now);
  const { days, stories } = await readStoryDays(db, { from: addDays(today, -1), to: today }, leastOutlets);
  const shown = stories
    .toSorted((a, b) => b.sourceCount - a.sourceCount || b.firstSeenAt.getTime() - a.firstSeenAt.getTime())
    .slice(0, limit);
  const heroes = await articlesById(
    db,
    shown.map(({ heroId }) => heroId),
  );
  capturedAt(days.map((day) => day.capturedAt));
  return {
    source: siteName,
    count: shown.length,
    stories: shown.map((story) => {
      const { title, url, source } = heroOf(story, heroes);
      return {
        cluster_id: story.clusterId,
        title,
        url,
        source,
        source_count: story.sourceCount,
        corroboration_band: corroborationBand(story.sourceCount),
        first_seen_at: story.firstSeenAt.toISOString(),
      };
    }),
  };
});
