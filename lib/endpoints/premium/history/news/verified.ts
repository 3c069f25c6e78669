import { z } from "zod";
import type { Db } from "@/db/client";
import { findLatestClusteredDay, type ClusterDayRecord, type ClusterRecord } from "@/db/queries/news/stories/news-clusters";
import type { ArticleRecord } from "@/db/queries/news/news";
import { firstReports } from "@/lib/domain/news/stories/first-reports";
import { CLUSTER_RULES } from "@/lib/domain/news/stories/cluster-rules";
import { corroborationBand } from "@/lib/domain/news/stories/cluster-check";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { MOST_DAYS, requireDateRange } from "@/lib/http/require-date-range";
import { articlesById, heroOf, isLexical, readStoryDays } from "@/lib/loaders/news/verified-stories";
import { CorroborationBandName } from "@/lib/schemas/news";
import { dateParam, integerParam } from "@/lib/schemas/params";

const MAX_DAYS = MOST_DAYS.verifiedNews;

const METHOD = {
  threshold: CLUSTER_RULES.threshold,
  similarity:
    "cosine of story vectors, each made of the TF-IDF of an article's words, its sentence embedding less the mean of all embeddings, and a constant part, which sets how similar words and embeddings must be to reach the threshold",
  second_check:
    "a pair above the threshold is refused where numbers, versions or names clash, or where one outlet wrote both without copying",
  linkage:
    "average: stories join by accepted pairs, while the mean cosine of their articles reaches the threshold and no pair between them clashes",
  window_hours: CLUSTER_RULES.windowHours,
} as const;

const NOTE = "Counts outlets that reported a story; it verifies reporting, not that the claim is true. Articles of one domain count once.";

const VerifiedStory = z
  .strictObject({
    cluster_id: z.string().describe("Made from the ids of its articles"),
    date: z.iso.date().describe("UTC day on which it was first seen"),
    article_count: z.int(),
    source_count: z.int().describe("Distinct domains"),
    corroboration_band: CorroborationBandName,
    sources: z.array(z.string()).describe("Domains"),
    article_ids: z.array(z.string()),
    hero: z
      .strictObject({ title: z.string(), url: z.url(), source: z.string(), publishedAt: z.iso.datetime() })
      .describe("The earliest article"),
    first_seen_at: z.iso.datetime(),
    reports: z
      .array(z.strictObject({ source: z.string().describe("Domain"), published_at: z.iso.datetime() }))
      .describe("First article of each domain, the earliest domain first; domains whose articles are no longer stored are absent"),
  })
  .meta({ id: "VerifiedStory" });

const ClusteredDay = z
  .strictObject({
    date: z.iso.date(),
    is_final: z.boolean().describe("False while it may still change: until 07:30 UTC of the second day after it"),
    model: z.string(),
    method: z
      .enum(["embedding", "lexical"])
      .describe(
        "How its articles were compared; `lexical`: by words alone, since the model did not answer, so that nothing is verified and no stories of the day are listed",
      ),
    articles: z.int().describe("Articles of the day that no story of an earlier day has"),
    stories: z.int().describe("Stories that they tell, those with one article included"),
    clustered_at: z.iso.datetime(),
  })
  .meta({ id: "ClusteredDay" });

const toStory = (row: ClusterRecord, articles: ReadonlyMap<string, ArticleRecord>): z.input<typeof VerifiedStory> => ({
  cluster_id: row.clusterId,
  date: row.date,
  article_count: row.articleCount,
  source_count: row.sourceCount,
  corroboration_band: corroborationBand(row.sourceCount),
  sources: row.sources,
  article_ids: row.articleIds,
  hero: heroOf(row, articles),
  first_seen_at: row.firstSeenAt.toISOString(),
  reports: firstReports(row.articleIds.flatMap((id) => articles.get(id) ?? [])).map(({ domain, at }) => ({
    source: domain,
    published_at: at.toISOString(),
  })),
});

const RETRY_SECONDS = 3600;

/** What was grouped by words alone is never sold as verified. */
function requireVerified(days: readonly ClusterDayRecord[]): void {
  if (days.length === 0 || !days.every(isLexical)) return;
  throw new ApiError(
    "upstream_failure",
    "The embedding model could not be loaded, so that these days are grouped by words alone and nothing of them is verified yet.",
    { method: "lexical", days: days.map(({ date }) => date), retry_after: RETRY_SECONDS },
    { "Retry-After": String(RETRY_SECONDS) },
  );
}

const toDay = (row: ClusterDayRecord): z.input<typeof ClusteredDay> => ({
  date: row.date,
  is_final: row.isFinal,
  model: row.model,
  method: isLexical(row) ? ("lexical" as const) : ("embedding" as const),
  articles: row.articleCount,
  stories: row.storyCount,
  clustered_at: row.clusteredAt.toISOString(),
});

interface DaysQuery {
  date?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface Days {
  from: string;
  to: string;
  isRange: boolean;
}

const oneDay = (day: string): Days => ({ from: day, to: day, isRange: false });

function requireRange({ from, to }: { from: string; to: string }, today: string): Days {
  if (from > to) {
    throw new ApiError("invalid_date_range", `\`from\` is after \`to\`: got ${from} and ${to}.`, { parameter: "from", given: from });
  }
  return { ...requireDateRange({ from, to }, { today, defaultDays: MAX_DAYS - 1, maxDays: MAX_DAYS }), isRange: true };
}

/** Null when the call names no day. */
function requireDays({ date, from, to }: DaysQuery, today: string): Days | null {
  if (date !== undefined && (from !== undefined || to !== undefined)) {
    throw new ApiError("invalid_parameter", "`date` and a range contradict each other: give one of them.", {
      parameter: "date",
      given: date,
      accepted: "`date`, or `from` and `to`",
    });
  }
  if (from !== undefined && to !== undefined) return requireRange({ from, to }, today);
  if (from !== undefined || to !== undefined) {
    const missing = from === undefined ? "from" : "to";
    throw new ApiError("missing_params", `A range needs \`from\` and \`to\`; \`${missing}\` is missing.`, { missing: [missing] });
  }
  if (date !== undefined && date > today) {
    throw new ApiError("invalid_date", `\`date\` is after today: got "${date}", accepted is a day up to ${today} (UTC).`, {
      parameter: "date",
      given: date,
      accepted: `a day up to ${today}`,
    });
  }
  return date === undefined ? null : oneDay(date);
}

/** The default: the newest clustered day that is over. */
const latestDay = async (db: Db, today: string): Promise<Days> => oneDay((await findLatestClusteredDay(db, today)) ?? addDays(today, -1));

export const verifiedNews = defineEndpoint({
  method: "GET",
  path: "/api/premium/history/news/verified",
  tag: "News",
  summary: "Verified news in history: stories that several outlets reported, by day",
  description:
    "Articles of the day are grouped by what they tell, every hour, and for good at 07:30 UTC of the second day after it; a story belongs to the day on which it was first seen. `min_sources` counts distinct domains. It verifies that outlets reported a story, not that the claim is true. Without `date` or a range: the newest clustered day that is over.",
  access: premium(1),
  reads: ["news_clusters"],
  maxAgeSeconds: 0,
  query: z.object({
    date: dateParam().optional().meta({ invalid: "invalid_date", description: "One UTC day, YYYY-MM-DD" }),
    from: dateParam()
      .optional()
      .meta({ invalid: "invalid_date_range", description: `First day of a range of at most ${MAX_DAYS}, both ends included` }),
    to: dateParam().optional().meta({ invalid: "invalid_date_range", description: "Last day of the range" }),
    min_sources: integerParam(2, 50).default(4).describe("Least number of distinct domains"),
  }),
  checkQuery: (query, now) => requireDays(query, utcDay(now)),
  response: z.strictObject({
    date: z.iso.date().nullable().describe("Null for a range"),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    min_sources_filter: z.int(),
    method: z.strictObject({
      model: z.string().nullable().describe("Of the newest day listed; null when none is clustered"),
      threshold: z.number(),
      similarity: z.string(),
      second_check: z.string(),
      linkage: z.string(),
      window_hours: z.int(),
    }),
    days: z.array(ClusteredDay).describe("Clustered days that were asked for, newest first"),
    items: z.array(VerifiedStory).describe("Newest day first, in a day what most domains told"),
    note: z.string(),
  }),
  errors: {
    range_too_large: z.object({ limits: z.object({ max_days: z.int() }) }),
    missing_params: z.object({ missing: z.array(z.string()) }),
    upstream_failure: z.object({ method: z.literal("lexical"), days: z.array(z.iso.date()), retry_after: z.int() }),
  },
  isEmpty: ({ days }) => days.length === 0,
  example: { query: { date: "2026-11-21", min_sources: "2" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const { from, to, isRange } = requireDays(query, utcDay(now)) ?? (await latestDay(db, utcDay(now)));
  const { days, stories } = await readStoryDays(db, { from, to }, query.min_sources);
  requireVerified(days);
  const articles = await articlesById(
    db,
    stories.flatMap(({ articleIds }) => articleIds),
  );
  capturedAt(days.map((day) => day.capturedAt));
  return {
    date: isRange ? null : from,
    ...(isRange ? { from, to } : {}),
    min_sources_filter: query.min_sources,
    method: { model: days[0]?.model ?? null, ...METHOD },
    days: days.map(toDay),
    items: stories.map((story) => toStory(story, articles)),
    note: NOTE,
  };
});
