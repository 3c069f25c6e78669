import { z } from "zod";
import { searchNews, type NewsMatches } from "@/db/queries/news/search/search-news";
import { COUNTED_MATCHES } from "@/db/queries/news/search/search-index";
import {
  categoryMark,
  listArchivedWeeks,
  listArticlesById,
  listPublications,
  providerMark,
  type FoundArticle,
} from "@/db/queries/news/search/news-words";
import type { Db } from "@/db/client";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { newsFilter, matchPublications } from "@/lib/domain/news/news-filter";
import { MAX_TERMS, parseSearch } from "@/lib/domain/news/search/search-query";
import { newestMatches, rankMatches, type RankedMatch } from "@/lib/domain/news/search/search-relevance";
import { SNIPPET_LENGTH } from "@/lib/domain/news/snippet";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { RANGE_ERRORS, requireDateRange } from "@/lib/http/require-date-range";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { oncePerVersion } from "@/lib/loaders/freshness/once-per-version";
import { toNewsArticle } from "@/lib/schemas/news";
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
  category: textParam(100)
    .optional()
    .describe(
      "As in /api/news: a category or a word of its name, or one of the twelve attention providers. `All` is no filter; an unknown one finds nothing.",
    ),
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

const archivedWeeks = oncePerVersion(["news"], listArchivedWeeks);

async function findSourceIds(db: Db, provider: string | undefined): Promise<{ sourceIds: string[] | null; allSourceIds: string[] }> {
  if (provider === undefined) return { sourceIds: null, allSourceIds: [] };
  const publications = await listPublications(db);
  return { sourceIds: matchPublications(publications, provider), allSourceIds: publications.map(({ sourceId }) => sourceId) };
}

function marksFor(category: string | undefined): string[][] {
  const filter = newsFilter(category);
  return filter === null ? [] : [[...filter.categories.map(categoryMark), ...filter.providers.map(providerMark)]];
}

function toResult(
  row: FoundArticle,
  { relevance, terms }: Pick<RankedMatch, "relevance" | "terms">,
  words: readonly string[],
): z.input<typeof Result> {
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
    matched_terms: terms.flatMap((term) => words[term] ?? []),
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

interface SearchOutcome extends Omit<NewsMatches, "contenders"> {
  results: z.input<typeof Result>[];
}

async function runSearch(db: Db, params: Query): Promise<SearchOutcome> {
  const { q, from, to, limit } = params;
  const search = q === undefined ? null : parseSearch(q);
  const request = {
    query: search,
    ...(await findSourceIds(db, params.provider)),
    limit,
    marks: marksFor(params.category),
    from: from ? new Date(from) : null,
    until: to ? new Date(addDays(to, 1)) : null,
  };
  const { contenders, ...counts } = await searchNews(db, request, await archivedWeeks(db));
  const ranked = search ? rankMatches(contenders, search.terms.length, limit) : newestMatches(contenders, limit);
  const rows = new Map(
    (
      await listArticlesById(
        db,
        ranked.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const results = ranked.flatMap((match) => {
    const row = rows.get(match.id);
    return row ? [toResult(row, match, search?.terms ?? [])] : [];
  });
  return { ...counts, results };
}

export const newsSearch = defineEndpoint({
  method: "GET",
  path: "/api/premium/news/search",
  tag: "News",
  summary: "Full-text search over every article ever read, with relevance and filters",
  description:
    'Relevance is 0.7 for words (three points for each in the title, one for each in the snippet, of four) and 0.3 for recency within the newest 2,000 matches, which are the ones ranked. Versions are found however they are written: GPT-5.1, GPT5.1 and "GPT 5.1" are one. Without `q` the newest articles come, each with relevance 1.',
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
    matched: z.int().nullable().describe(`How many match, up to ${COUNTED_MATCHES}; null above`),
    matched_at_least: z.int().nullable().describe(`${COUNTED_MATCHES} where more than that match; null where \`matched\` says how many`),
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
  example: { query: { q: "model release", limit: "5" } },
}).handle(async ({ query: params, db, now }) => {
  const { q, from, to, provider, category, limit } = params;
  const { archived, count, pooled, results } = await runSearch(db, params);
  const isExact = count <= COUNTED_MATCHES;
  return {
    query: q ?? null,
    filters: { from: from ?? null, to: to ?? null, provider: provider ?? null, category: category ?? null, limit },
    total_corpus: archived,
    matched: isExact ? count : null,
    matched_at_least: isExact ? null : COUNTED_MATCHES,
    ranked_pool: pooled,
    returned: results.length,
    captured_at: (await recentCapture(db, "news", now))?.toISOString() ?? null,
    attribution: ATTRIBUTION,
    results,
  };
});
