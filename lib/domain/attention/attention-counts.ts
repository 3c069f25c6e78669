import type { AttentionCounts } from "./attention-index";
import { attentionProviders, isAttentionProvider, providersNamedIn } from "./attention-terms";
import { HOUR_MS } from "../basics/time";

export interface RecentArticle {
  title: string;
  source: string;
  publishedAt: Date;
}

interface TrendingRepository {
  fullName: string;
  name: string;
  description: string | null;
}

export interface TopArticle {
  title: string;
  source: string;
  published_at: string;
}

export interface AttentionFacts {
  /**
   * Number of articles that name each provider; providers without any are missing. Future dates count. That no article of a week names
   * any provider means that the news were not read.
   */
  news24h: ReadonlyMap<string, number>;
  news7d: ReadonlyMap<string, number>;
  newest: ReadonlyMap<string, readonly RecentArticle[]>;
  /** Empty where they were not read: there always are some. */
  trending: readonly TrendingRepository[];
  /** In the last 24 hours, by crawler label. */
  hitsByBot: readonly { bot: string; hits: number }[];
}

/** The beginnings of the two windows that end at a moment. */
export const windowsOf = (now: Date): { recent: Date; full: Date } => ({
  recent: new Date(now.getTime() - RECENT_HOURS * HOUR_MS),
  full: new Date(now.getTime() - FULL_HOURS * HOUR_MS),
});

/** The articles of some days that name a provider. */
export interface Namings {
  /** When they were published, by provider. */
  times: ReadonlyMap<string, readonly Date[]>;
  /** Enough of the newest to find some with different titles. */
  newest: ReadonlyMap<string, readonly RecentArticle[]>;
}

/** How many articles since a moment name each provider; those without any are missing. */
export function countSince(times: Namings["times"], since: Date): Map<string, number> {
  const counts = [...times].map(([provider, all]) => [provider, all.filter((at) => at >= since).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

export interface ProviderAttention extends AttentionCounts {
  topArticles: TopArticle[];
}

export const RECENT_HOURS = 24 as const;
export const FULL_HOURS = 168 as const;
export const TRENDING_LIMIT = 100;
const MOST_TOP_ARTICLES = 3;
const TITLE_LENGTH = 200;

const toTopArticle = ({ title, source, publishedAt }: RecentArticle): TopArticle => ({
  title: [...title].slice(0, TITLE_LENGTH).join(""),
  source,
  published_at: publishedAt.toISOString(),
});

/** Keeps an article per title: several outlets carry the same story. */
function topArticles(articles: readonly RecentArticle[]): TopArticle[] {
  const byTitle = new Map<string, RecentArticle>();
  for (const article of articles) if (!byTitle.has(article.title.toLowerCase())) byTitle.set(article.title.toLowerCase(), article);
  return [...byTitle.values()].slice(0, MOST_TOP_ARTICLES).map(toTopArticle);
}

function hitsByProvider(hitsByBot: AttentionFacts["hitsByBot"], providerOfBot: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const byProvider = new Map<string, number>();
  for (const { bot, hits } of hitsByBot) {
    const provider = providerOfBot.get(bot);
    if (provider !== undefined && isAttentionProvider(provider)) byProvider.set(provider, (byProvider.get(provider) ?? 0) + hits);
  }
  return byProvider;
}

export function attentionCounts(
  { news24h, news7d, newest, trending, hitsByBot }: AttentionFacts,
  providerOfBot: ReadonlyMap<string, string>,
): ProviderAttention[] {
  const hits = hitsByProvider(hitsByBot, providerOfBot);
  const providersByRepository = trending.map(({ fullName, name, description }) => providersNamedIn(fullName, name, description ?? ""));
  const isNewsKnown = news7d.size > 0;
  return attentionProviders.map((id) => ({
    id,
    news24h: isNewsKnown ? (news24h.get(id) ?? 0) : null,
    news7d: isNewsKnown ? (news7d.get(id) ?? 0) : null,
    trendingRepos: trending.length === 0 ? null : providersByRepository.filter((ids) => ids.includes(id)).length,
    agentHits: hits.get(id) ?? 0,
    topArticles: topArticles(newest.get(id) ?? []),
  }));
}
