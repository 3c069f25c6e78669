import { defineEndpoint, free } from "@/lib/http/endpoint";
import { newsAnswer } from "@/lib/loaders/news/news-answer";
import { CompactArticle, newsEnvelope, newsQuery, type NewsArticle } from "@/lib/schemas/news";

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
  summary: "AI news for agents: the same as /api/news with fewer fields per article",
  access: free(),
  reads: ["news"],
  maxAgeSeconds: 60,
  query: newsQuery(50),
  response: newsEnvelope(CompactArticle),
  example: { query: { limit: "10" } },
}).handle((context) => newsAnswer(context, toCompact));
