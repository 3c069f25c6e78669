import { defineEndpoint, free } from "@/lib/http/endpoint";
import { newsAnswer } from "@/lib/loaders/news/news-answer";
import { NewsArticle, newsEnvelope, newsQuery } from "@/lib/schemas/news";

export const news = defineEndpoint({
  method: "GET",
  path: "/api/news",
  tag: "News",
  summary: "AI news from a hundred feeds, by category, the newest first",
  description:
    "Headlines and short snippets with a link to each article. Text is sanitized against prompt injection when it is read and again when it is served.",
  access: free(),
  reads: ["news"],
  maxAgeSeconds: 60,
  query: newsQuery(50),
  response: newsEnvelope(NewsArticle),
  example: { query: { limit: "10" } },
}).handle((context) => newsAnswer(context, (article) => article));
