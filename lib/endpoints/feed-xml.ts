import { generateRssFeed } from "feedsmith";
import { z } from "zod";
import { feedText } from "@/lib/domain/basics/markup";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { newsArticles } from "@/lib/loaders/news/news-answer";
import { newsQuery, type NewsArticle } from "@/lib/schemas/news";

const toItem = ({ title, url, snippet, publishedAt, source, sourceDomain, categories }: NewsArticle) => ({
  title,
  link: url,
  description: snippet,
  pubDate: new Date(publishedAt),
  guid: { value: url, isPermaLink: true },
  source: { title: source, url: `https://${sourceDomain}` },
  categories: categories.map((name) => ({ name })),
});

export const feedXml = defineEndpoint({
  method: "GET",
  path: "/api/feed.xml",
  tag: "News",
  summary: "The newest AI news as an RSS 2.0 feed (XML)",
  description: "Also at /feed.xml and /api/feed/all.xml.",
  access: free(),
  reads: ["news"],
  maxAgeSeconds: 300,
  query: newsQuery(200),
  produces: "application/rss+xml",
  response: z.string(),
  example: { query: { limit: "10" } },
}).handle(async ({ query, db, baseUrl, siteName }) => {
  const articles = await newsArticles(db, query);
  const feed = generateRssFeed({
    title: `${siteName}: AI news`,
    link: `${baseUrl}/news`,
    description: "The newest AI headlines from a hundred feeds, each linking to its article.",
    language: "en-us",
    copyright: "Inference-only use. Headlines and snippets belong to their publishers.",
    // Not the time of the answer, so that unchanged news give unchanged bytes.
    lastBuildDate: articles[0] && new Date(articles[0].publishedAt),
    ttl: 10,
    atom: { links: [{ href: `${baseUrl}/api/feed.xml`, rel: "self", type: "application/rss+xml" }] },
    items: articles.map(toItem),
  });
  return feedText(feed);
});
