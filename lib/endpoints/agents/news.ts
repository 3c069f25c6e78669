import { findLastNewsReadAt, listNews } from "@/db/queries/news/news";
import { newsFilter } from "@/lib/domain/news/news-filter";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { CompactArticle, newsEnvelope, newsQuery, toNewsArticle, type NewsArticle } from "@/lib/schemas/news";

const toCompact = ({ id, title, url, source, publishedAt, categories, snippet }: NewsArticle): CompactArticle => ({
  id,
  title,
  url,
  source,
  publishedAt,
  categories,
  snippet,
});

export const agentsNews = defineEndpoint({
  method: "GET",
  path: "/api/agents/news",
  tag: "News",
  summary: "The same news as /api/news with fewer fields per article",
  access: free(),
  reads: ["news"],
  maxAgeSeconds: 60,
  query: newsQuery(50),
  response: newsEnvelope(CompactArticle),
  example: { query: { limit: "10" } },
}).handle(async ({ query, db, siteName }) => {
  const rows = await listNews(db, newsFilter(query.category), query.limit);
  const updated = await findLastNewsReadAt(db);
  return {
    source: siteName,
    updated: updated?.toISOString() ?? null,
    count: rows.length,
    sanitization: "enabled" as const,
    articles: rows.map((row) => toCompact(toNewsArticle(row))),
  };
});
