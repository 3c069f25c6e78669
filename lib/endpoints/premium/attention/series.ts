import { z } from "zod";
import { listAttentionDays } from "@/db/queries/attention/attention";
import { providerParam } from "@/lib/catalogs/name-params";
import { summariseAttention, type AttentionDay } from "@/lib/domain/attention/attention-series";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";
import { fillDays, utcDay, type DateRange } from "@/lib/domain/basics/date-range";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { DEFAULT_RANGE_DAYS, MOST_DAYS, RANGE_ERRORS, rangeParams, requireDateRange } from "@/lib/http/require-date-range";
import { AttentionProviderId, ProviderAttention } from "@/lib/schemas/attention";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import { SeriesRange } from "@/lib/schemas/history/series";

const LIMITS = { max_range_days: MOST_DAYS.attention, default_range_days: DEFAULT_RANGE_DAYS };

const query = z.object({
  provider: providerParam(attentionProviders)
    .pipe(AttentionProviderId)
    .meta({
      missing: "provider_required",
      known: { name: "attention providers", values: attentionProviders },
      description: "One of the twelve provider ids, or its name",
    }),
  ...rangeParams("invalid_from", "invalid_to"),
});

const rangeOf = (days: Omit<z.output<typeof query>, "provider">, now: Date): DateRange =>
  requireDateRange(days, { today: utcDay(now), defaultDays: DEFAULT_RANGE_DAYS, maxDays: MOST_DAYS.attention }, LIMITS);

const { attention_score, rank, news_24h, news_7d, trending_repos, agent_hits } = ProviderAttention.shape;

const Day = z
  .strictObject({
    date: z.iso.date(),
    attention_score,
    rank,
    news_24h,
    news_7d,
    trending_repos,
    agent_hits: agent_hits.nullable(),
  })
  .describe(
    "All null on a day that was not captured; score and rank also on one on which nothing was found of the provider, `trending_repos` on one on which the repositories were not read",
  );

const Summary = z.strictObject({
  first: z.number().nullable(),
  last: z.number().nullable(),
  delta: z.number().nullable().describe("Last minus first captured score"),
  min: z.number().nullable(),
  max: z.number().nullable(),
  avg: z.number().nullable(),
  captured_days: z.int(),
});

const toDay = ({ date, day }: { date: string; day: AttentionDay | null }): z.input<typeof Day> => ({
  date,
  attention_score: day?.attentionScore ?? null,
  rank: day?.rank ?? null,
  news_24h: day?.news24h ?? null,
  news_7d: day?.news7d ?? null,
  trending_repos: day?.trendingRepos ?? null,
  agent_hits: day?.agentHits ?? null,
});

export const attentionSeries = defineEndpoint({
  method: "GET",
  path: "/api/premium/attention/series",
  tag: "Attention",
  summary: "Attention series: one provider's score, rank and counts of the attention index by day, over up to 90 days",
  description:
    "Every calendar day of the range has an entry; the score is that of the day's snapshot at 07:00 UTC, counted over the whole archive of news. The earliest day is the one on which this service began to capture. A range without a captured day is not charged.",
  access: premium(1),
  reads: ["attention"],
  maxAgeSeconds: 0,
  query,
  checkQuery: rangeOf,
  response: z.strictObject({ provider: AttentionProviderId, range: SeriesRange, summary: Summary, series: z.array(Day) }),
  isEmpty: ({ summary }) => summary.captured_days === 0,
  isPast: ({ range }, now) => range.to < utcDay(now),
  errors: { ...UNKNOWN_NAME, ...RANGE_ERRORS },
  example: { query: { provider: "anthropic" } },
}).handle(async ({ query: { provider, ...days }, db, now, capturedAt }) => {
  const range = rangeOf(days, now);
  const captured = await listAttentionDays(db, provider, range.from, range.to);
  if (range.to < utcDay(now)) capturedAt(captured.map((day) => day.capturedAt));
  return { provider, range, summary: summariseAttention(captured), series: fillDays(captured, range).map(toDay) };
});
