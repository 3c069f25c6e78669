import { z } from "zod";
import { utcDay } from "@/lib/domain/basics/date-range";
import { listHitsByBot, listRecentHits, type BotHits } from "@/db/queries/agents/crawlers";
import { isKnownCrawlerLabel } from "@/lib/domain/agents/match-crawler";
import { defineEndpoint, free } from "@/lib/http/endpoint";

const Hit = z.strictObject({ bot: z.string(), endpoint: z.string(), timestamp: z.string() });

const byLabel = (rows: readonly BotHits[]): Record<string, number> => Object.fromEntries(rows.map(({ bot, hits }) => [bot, hits]));

export const agentsActivity = defineEndpoint({
  method: "GET",
  path: "/api/agents/activity",
  tag: "Agents",
  summary: "Activity of AI agents and crawlers here: their visits today, and the newest of them",
  description:
    "Counted by the product name in the User-Agent, since midnight UTC; hits appear within a minute. Only the crawler's label and the group of paths are stored: no address, no query. Libraries and unknown bots are counted apart. What a CDN answers in place of this service is not counted.",
  access: free(),
  reads: ["crawler_activity"],
  maxAgeSeconds: 0,
  response: z.strictObject({
    source: z.string(),
    today_count: z.int().nonnegative(),
    last_updated: z.string().nullable().describe("Time of the newest hit of a known crawler; null before the first"),
    by_bot: z.record(z.string(), z.int().positive()),
    other_by_label: z
      .record(z.string(), z.int().positive())
      .describe("Today's hits of HTTP libraries and of bots that the catalog does not know"),
    recent: z.array(Hit).describe("Newest first"),
  }),
  csv: (payload) => ({
    columns: ["bot", "endpoint", "timestamp"],
    rows: payload.recent.map(({ bot, endpoint, timestamp }) => [bot, endpoint, timestamp]),
  }),
  isPrepared: false,
}).handle(async ({ db, now, siteName }) => {
  const midnight = new Date(`${utcDay(now)}T00:00:00Z`);
  const [hits, recent] = await Promise.all([listHitsByBot(db, midnight), listRecentHits(db)]);
  const crawlerHits = hits.filter(({ bot }) => isKnownCrawlerLabel(bot));
  return {
    source: siteName,
    today_count: crawlerHits.reduce((sum, { hits: count }) => sum + count, 0),
    last_updated: recent[0]?.at.toISOString() ?? null,
    by_bot: byLabel(crawlerHits),
    other_by_label: byLabel(hits.filter(({ bot }) => !isKnownCrawlerLabel(bot))),
    recent: recent.map(({ bot, pathGroup, at }) => ({ bot, endpoint: pathGroup, timestamp: at.toISOString() })),
  };
});
