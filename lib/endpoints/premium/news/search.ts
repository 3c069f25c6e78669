import { z } from "zod";
import { countArticles, listArticlesById, type ArticleRecord } from "@/db/queries/news/news";
import { listPublications, RANKED_MATCHES, searchNews, type RankedArticle } from "@/db/queries/news/search-news";
import type { Db } from "@/db/client";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { newsFilter, matchPublications } from "@/lib/domain/news/news-filter";
import { MAX_TERMS, parseSearch } from "@/lib/domain/news/search/search-query";
import { newsSources } from "@/lib/catalogs/news-sources";
import { SNIPPET_LENGTH } from "@/lib/domain/news/snippet";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { RANGE_ERRORS, requireDateRange } from "@/lib/http/require-date-range";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { oncePerVersion } from "@/lib/loaders/freshness/once-per-version";
import { NEWS_FILTERS, toNewsArticle } from "@/lib/schemas/news";
import { dateParam, integerParam, textParam } from "@/lib/schemas/params";

const termCount = (text: string): number => parseSearch(text).terms.length;

const query = z.object({
  q: textParam(200)
    .refine((text) => termCount(text) > 0 && termCount(text) <= MAX_TERMS)
    .optional()
    .meta({
      accepts: `1 to ${MAX_TERMS} words to search for besides words like "the" and excluded ones, at most 200 characters`,
      description:
        'Words that must all stand in title or snippet, in any form ("price" finds "pricing"); "quotes" make a phrase, `-word` excludes, `or` stands between alternatives. Without it: the newest articles.',
    }),
  provider: textParam(100).optional().describe("Part of the publication's name or domain, in any case"),
  category: textParam(100).optional().meta({
    known: NEWS_FILTERS,
    description:
      "As in /api/news: a category or a word of its name, or one of the twelve attention providers. `All` is no filter; an unknown one finds nothing.",
  }),
  from: dateParam().optional().meta({
    invalid: "invalid_from_date_format",
    description: "First day of publication, YYYY-MM-DD, UTC; default the beginning of the archive",
  }),
  to: dateParam()
    .optional()
    .meta({ invalid: "invalid_to_date_format", description: "Last day of publication, all of it, YYYY-MM-DD, UTC; default today" }),
  limit: integerParam(1, 100).default(25).describe("Number of articles"),
});

type Query = z.output<typeof query>;

const Result = z
  .strictObject({
    id: z.string().describe("As in /api/news and in verified news"),
    title: z.string(),
    url: z.url(),
    source: z.string(),
    source_domain: z.string(),
    snippet: z.string(),
    categories: z.array(z.string()),
    published_at: z.iso.datetime(),
    relevance: z.number().min(0).max(1),
    matched_terms: z.array(z.string()).describe("Which words and phrases of `q` it holds, as the search reads them"),
  })
  .meta({ id: "FoundArticle" });

/** A day before the archive begins. */
const FIRST_DAY = "1970-01-01";

const archivedArticles = oncePerVersion(["news"], countArticles);

/** A publication is found by the name that its articles were stored under and by its current one. */
const findSourceIds = async (db: Db, provider: string): Promise<string[]> =>
  matchPublications([...(await listPublications(db)), ...newsSources], provider);

function toResult(row: ArticleRecord, { relevance, holds }: RankedArticle, terms: readonly string[]): z.input<typeof Result> {
  const { id, title, url, source, sourceDomain, snippet, categories, publishedAt } = toNewsArticle(row);
  return {
    id,
    title,
    url,
    source,
    source_domain: sourceDomain,
    snippet,
    categories,
    published_at: publishedAt,
    relevance,
    matched_terms: terms.filter((_, index) => holds[index]),
  };
}

function requireDays({ from, to }: Query, now: Date): void {
  if (from !== undefined || to !== undefined) {
    requireDateRange({ from: from ?? FIRST_DAY, to }, { today: utcDay(now), defaultDays: 0, maxDays: Infinity }, {});
  }
}

const ATTRIBUTION = {
  policy: "Show the publication's name and link to the article; titles and snippets belong to their publishers.",
  snippet_max_chars: SNIPPET_LENGTH,
  link_required: true,
  source_required: true,
} as const;

async function runSearch(db: Db, { q, from, to, provider, category, limit }: Query) {
  const search = q === undefined ? null : parseSearch(q);
  const { count, best } = await searchNews(db, {
    query: search,
    filter: newsFilter(category),
    sourceIds: provider === undefined ? null : await findSourceIds(db, provider),
    from: from ? new Date(from) : null,
    until: to ? new Date(addDays(to, 1)) : null,
    limit,
  });
  const rows = await listArticlesById(
    db,
    best.map(({ id }) => id),
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const results = best.flatMap((match) => {
    const row = rowById.get(match.id);
    return row ? [toResult(row, match, search?.terms ?? [])] : [];
  });
  return { count, results };
}

export const newsSearch = defineEndpoint({
  method: "GET",
  path: "/api/premium/news/search",
  tag: "News",
  summary: "News search: full text over every article ever read, with relevance and filters",
  description:
    'Relevance is 0.7 for words (each counts 0.75 in the title and 0.25 in the snippet, at most 1) and 0.3 for recency within the newest 1,000 matches, which are the ones ranked. Versions are found however they are written: GPT-5.1, GPT5.1 and "GPT 5.1" are one. Without `q` the newest articles come, each with relevance 1.',
  access: premium(1),
  reads: ["news"],
  maxAgeSeconds: 0,
  query,
  checkQuery: requireDays,
  response: z.strictObject({
    query: z.string().nullable(),
    filters: z.strictObject({
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
      provider: z.string().nullable(),
      category: z.string().nullable(),
      limit: z.int(),
    }),
    total_corpus: z.int().describe("Articles in the archive"),
    matched: z.int().describe(`How many match, up to ${RANKED_MATCHES}`),
    matched_at_least: z.int().nullable().describe(`${RANKED_MATCHES} where more than that match; null where \`matched\` says how many`),
    ranked_pool: z.int().describe("How many of the newest matches were ranked"),
    returned: z.int(),
    captured_at: z.iso.datetime().nullable().describe("When the feeds were last read"),
    attribution: z.strictObject({
      policy: z.string(),
      snippet_max_chars: z.int(),
      link_required: z.literal(true),
      source_required: z.literal(true),
    }),
    results: z.array(Result),
  }),
  isEmpty: ({ total_corpus: archived }) => archived === 0,
  errors: { from_after_to: RANGE_ERRORS.from_after_to },
  example: { query: { q: "new model", limit: "5" } },
}).handle(async ({ query: params, db, now }) => {
  const { q, from, to, provider, category, limit } = params;
  const { count, results } = await runSearch(db, params);
  const matched = Math.min(count, RANKED_MATCHES);
  return {
    query: q ?? null,
    filters: { from: from ?? null, to: to ?? null, provider: provider ?? null, category: category ?? null, limit },
    total_corpus: await archivedArticles(db),
    matched,
    matched_at_least: count > matched ? matched : null,
    ranked_pool: matched,
    returned: results.length,
    captured_at: (await recentCapture(db, "news", now))?.toISOString() ?? null,
    attribution: ATTRIBUTION,
    results,
  };
});
