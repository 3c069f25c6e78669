import { findLastNewsReadAt, listNews } from "@/db/queries/news/news";
import { newsFilter } from "@/lib/domain/news/news-filter";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { NewsArticle, newsEnvelope, newsQuery, toNewsArticle } from "@/lib/schemas/news";

export const news = defineEndpoint({
  method: "GET",
  path: "/api/news",
  tag: "News",
  summary: "AI news from a hundred feeds, the newest first",
  description:
    "Headlines and short snippets with a link to each article. Text is sanitized against prompt injection when it is read and again when it is served.",
  access: free(),
  reads: ["news"],
  maxAgeSeconds: 60,
  query: newsQuery(50),
  response: newsEnvelope(NewsArticle),
  example: { query: { limit: "10" } },
}).handle(async ({ query, db, siteName }) => {
  const rows = await listNews(db, newsFilter(query.category), query.limit);
  const updated = await findLastNewsReadAt(db);
  return {
    source: siteName,
    updated: updated?.toISOString() ?? null,
    count: rows.length,
    sanitization: "enabled" as const,
    articles: rows.map(toNewsArticle),
  };
});
