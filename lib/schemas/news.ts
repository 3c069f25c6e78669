import { z } from "zod";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";
import { NEWS_CATEGORIES } from "@/lib/domain/news/news-categories";
import { CORROBORATION_BANDS } from "@/lib/domain/news/stories/cluster-check";
import { remember } from "@/lib/domain/basics/remember";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import { integerParam, textParam } from "./params";

export const NewsArticle = z
  .strictObject({
    id: z.string().describe("Made from the canonical address; never changes"),
    title: z.string(),
    url: z.url(),
    source: z.string().describe("Name of the publication"),
    sourceDomain: z.string(),
    snippet: z.string().describe("About 200 characters, without markup"),
    categories: z.array(z.string()),
    publishedAt: z.iso.datetime(),
    publishedAtEstimated: z.boolean().describe("True where the source gave no usable date: the time is when it was first seen."),
    fetchedAt: z.iso.datetime().describe("When it was first seen"),
    text_lost: z
      .literal(true)
      .optional()
      .describe("Present where words were removed before they were stored, and the feed no longer has the article."),
  })
  .meta({ id: "NewsArticle" });

export type NewsArticle = z.output<typeof NewsArticle>;

export const CompactArticle = NewsArticle.pick({
  id: true,
  title: true,
  url: true,
  source: true,
  publishedAt: true,
  categories: true,
  snippet: true,
}).meta({ id: "CompactArticle" });

export type CompactArticle = z.output<typeof CompactArticle>;

export const CorroborationBandName = z.enum(CORROBORATION_BANDS).describe("single 1, limited 2 to 3, broad 4 or more domains");

export const MOST_ARTICLES = 200;

/** Categories, and the providers whose news can be asked for in the same way. */
export const NEWS_FILTERS = { name: "news categories", values: [...NEWS_CATEGORIES, ...attentionProviders] };

export const newsQuery = (defaultLimit: number) =>
  z.object({
    category: textParam(100).optional().meta({
      known: NEWS_FILTERS,
      description:
        "A category or a word of its name (research, tools, hardware), or one of the twelve attention providers (openai, anthropic). `All` is no filter; an unknown one gives an empty list.",
    }),
    limit: integerParam(1, MOST_ARTICLES).default(defaultLimit).describe("Number of articles, the newest first"),
  });

export const newsEnvelope = <Article extends z.ZodType>(article: Article) =>
  z.strictObject({
    source: z.string(),
    updated: z.iso.datetime().nullable().describe("When the feeds were last read, as in `captured_at`; null before the first."),
    count: z.int().describe("Articles in this answer"),
    sanitization: z.literal("enabled").describe("Titles, snippets and names were stripped of what addresses a model."),
    articles: z.array(article),
  });

interface StoredArticle {
  id: string;
  title: string;
  url: string;
  sourceName: string;
  sourceDomain: string;
  snippet: string;
  categories: string[];
  publishedAt: Date;
  isDateEstimated: boolean;
  fetchedAt: Date;
  textLost: boolean;
}

/** Every news answer needs the same few names. */
const CACHED_NAMES = 2000;

const cleanLabel = remember(sanitizeLabel, CACHED_NAMES);

/** Title and snippet were derived when the row was read. */
export const toNewsArticle = (row: StoredArticle): NewsArticle => ({
  id: row.id,
  title: row.title,
  url: row.url,
  source: cleanLabel(row.sourceName),
  sourceDomain: row.sourceDomain,
  snippet: row.snippet,
  categories: row.categories,
  publishedAt: row.publishedAt.toISOString(),
  publishedAtEstimated: row.isDateEstimated,
  fetchedAt: row.fetchedAt.toISOString(),
  ...(row.textLost ? { text_lost: true as const } : {}),
});
