import { z } from "zod";
import { listNews } from "@/db/queries/news/news";
import { newsFilter } from "@/lib/domain/news/news-filter";
import { writeRss } from "@/lib/domain/news/write-rss";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { newsQuery, toNewsArticle } from "@/lib/schemas/news";

export const feedXml = defineEndpoint({
  method: "GET",
  path: "/api/feed.xml",
  tag: "News",
  summary: "The newest AI news as an RSS 2.0 feed",
  description: "Also at /feed.xml and /api/feed/all.xml.",
  access: free(),
  reads: ["news"],
  maxAgeSeconds: 300,
  query: newsQuery(200),
  produces: "application/rss+xml",
  response: z.string(),
  example: { query: { limit: "10" } },
}).handle(async ({ query, db, baseUrl, siteName }) => {
  const rows = await listNews(db, newsFilter(query.category), query.limit);
  return writeRss({
    title: `${siteName}: AI news`,
    homeUrl: `${baseUrl}/news`,
    selfUrl: `${baseUrl}/api/feed.xml`,
    description: "The newest AI headlines from a hundred feeds, each linking to its article.",
    copyright: "Inference-only use. Headlines and snippets belong to their publishers.",
    ttlMinutes: 10,
    items: rows.map(toNewsArticle),
  });
});
