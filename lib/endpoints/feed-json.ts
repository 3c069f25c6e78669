import { z } from "zod";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { newsArticles } from "@/lib/loaders/news/news-answer";
import { newsQuery, type NewsArticle } from "@/lib/schemas/news";

const FeedItem = z
  .strictObject({
    id: z.url().describe("The article's address; never changes"),
    url: z.url(),
    external_url: z.url(),
    title: z.string(),
    content_text: z.string(),
    date_published: z.iso.datetime(),
    authors: z.array(z.strictObject({ name: z.string() })),
    tags: z.array(z.string()),
  })
  .meta({ id: "FeedItem" });

const toItem = ({ url, title, snippet, publishedAt, source, categories }: NewsArticle): z.input<typeof FeedItem> => ({
  id: url,
  url,
  external_url: url,
  title,
  content_text: snippet,
  date_published: publishedAt,
  authors: [{ name: source }],
  tags: categories,
});

export const feedJson = defineEndpoint({
  method: "GET",
  path: "/api/feed.json",
  tag: "News",
  summary: "The newest AI news as a JSON Feed 1.1",
  access: free(),
  reads: ["news"],
  maxAgeSeconds: 300,
  query: newsQuery(200),
  produces: "application/feed+json",
  response: z.strictObject({
    version: z.literal("https://jsonfeed.org/version/1.1"),
    title: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    description: z.string(),
    language: z.string(),
    _service: z.strictObject({ ok: z.literal(true), license: z.string() }).describe("What JSON Feed has no words for"),
    items: z.array(FeedItem),
  }),
  example: { query: { limit: "10" } },
}).handle(async ({ query, db, baseUrl, siteName }) => {
  const articles = await newsArticles(db, query);
  return {
    version: "https://jsonfeed.org/version/1.1" as const,
    title: `${siteName}: AI news`,
    home_page_url: `${baseUrl}/news`,
    feed_url: `${baseUrl}/api/feed.json`,
    description: "The newest AI headlines from a hundred feeds, each linking to its article.",
    language: "en",
    _service: { ok: true as const, license: "inference-only" },
    items: articles.map(toItem),
  };
});
