import { z } from "zod";
import { FULL_HOURS, RECENT_HOURS, type TopArticle } from "@/lib/domain/attention/attention-counts";
import { ATTENTION_WEIGHTS, type AttentionCounts, type AttentionScore } from "@/lib/domain/attention/attention-index";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";

const Count = z.int().nonnegative();

export const AttentionProviderId = z.enum(attentionProviders as [string, ...string[]]);

export const ProviderAttention = z
  .strictObject({
    id: AttentionProviderId,
    name: z.string(),
    news_24h: Count.nullable().describe("Null where the news were not read"),
    news_7d: Count.nullable().describe("Those of the last 24 hours among them; null where the news were not read"),
    trending_repos: Count.nullable().describe("Null where the repositories were not read in the last 24 hours; they add nothing then"),
    agent_hits: Count.describe("Visits by this provider's own crawlers in the last 24 hours"),
    raw_score: z
      .number()
      .nullable()
      .describe("Null where nothing was found of the provider; else 4 × news_24h + 1 × news_7d + 2 × trending_repos + 0.05 × agent_hits"),
    attention_score: z.number().min(0).max(100).nullable().describe("Raw score in per cent of the highest; null without one"),
    rank: z.int().min(1).max(attentionProviders.length).nullable().describe("Null without a score"),
    top_articles: z.array(z.strictObject({ title: z.string(), source: z.string(), published_at: z.iso.datetime() })).max(3),
  })
  .meta({ id: "ProviderAttention" });

export type ProviderAttention = z.output<typeof ProviderAttention>;

export const Attention = z
  .strictObject({
    computed_at: z.iso.datetime(),
    window: z.strictObject({ recent_hours: z.literal(RECENT_HOURS), full_hours: z.literal(FULL_HOURS) }),
    weights: z.strictObject({ NEWS_24H: z.number(), NEWS_7D: z.number(), TRENDING_REPO: z.number(), AGENT_HIT: z.number() }),
    providers: z.array(ProviderAttention).describe("First rank first, providers without a rank last"),
  })
  .meta({ id: "Attention" });

export type Attention = z.output<typeof Attention>;

type Scored = AttentionCounts & AttentionScore & { topArticles: readonly TopArticle[] };

function toProvider(entry: Scored, nameOf: (id: string) => string): ProviderAttention {
  return {
    id: entry.id,
    name: nameOf(entry.id),
    news_24h: entry.news24h,
    news_7d: entry.news7d,
    trending_repos: entry.trendingRepos,
    agent_hits: entry.agentHits,
    raw_score: entry.rawScore,
    attention_score: entry.attentionScore,
    rank: entry.rank,
    top_articles: entry.topArticles.map(({ title, source, published_at }) => ({
      title,
      source: sanitizeLabel(source),
      published_at,
    })),
  };
}

export function toAttention(index: readonly Scored[], computedAt: Date, nameOf: (id: string) => string): Attention {
  return {
    computed_at: computedAt.toISOString(),
    window: { recent_hours: RECENT_HOURS, full_hours: FULL_HOURS },
    weights: {
      NEWS_24H: ATTENTION_WEIGHTS.news24h,
      NEWS_7D: ATTENTION_WEIGHTS.news7d,
      TRENDING_REPO: ATTENTION_WEIGHTS.trendingRepo,
      AGENT_HIT: ATTENTION_WEIGHTS.agentHit,
    },
    providers: index.map((entry) => toProvider(entry, nameOf)),
  };
}
