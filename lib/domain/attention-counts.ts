import type { AttentionCounts } from "./attention-index";
import { attentionProviders, isAttentionProvider, providersNamedIn } from "./attention-terms";

export interface NamedArticle {
  title: string;
  source: string;
  publishedAt: Date;
  /** Attention ids that the article names. */
  providers: readonly string[];
}

export interface NamedRepository {
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
  /** Newest first; seven days back. */
  articles: readonly NamedArticle[];
  trending: readonly NamedRepository[];
  /** Of the last 24 hours, by label. */
  hitsByBot: readonly { bot: string; hits: number }[];
}

export interface ProviderAttention extends AttentionCounts {
  topArticles: TopArticle[];
}

const DAY_MS = 86_400_000;
export const RECENT_HOURS = 24;
export const FULL_HOURS = 168;
const MOST_TOP_ARTICLES = 3;
const TITLE_LENGTH = 200;

const toTopArticle = ({ title, source, publishedAt }: NamedArticle): TopArticle => ({ title: [...title].slice(0, TITLE_LENGTH).join(""), source, published_at: publishedAt.toISOString() });

/** The newest first, one per title: the same story at several outlets is one line. */
function topArticles(articles: readonly NamedArticle[]): TopArticle[] {
  const byTitle = new Map<string, NamedArticle>();
  for (const article of articles) if (!byTitle.has(article.title.toLowerCase())) byTitle.set(article.title.toLowerCase(), article);
  return [...byTitle.values()].slice(0, MOST_TOP_ARTICLES).map(toTopArticle);
}

function countHits(hitsByBot: AttentionFacts["hitsByBot"], providerOfBot: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const hits = new Map<string, number>();
  for (const { bot, hits: count } of hitsByBot) {
    const provider = providerOfBot.get(bot);
    if (provider !== undefined && isAttentionProvider(provider)) hits.set(provider, (hits.get(provider) ?? 0) + count);
  }
  return hits;
}

/** What the twelve providers are named in and visited by. A date in the future counts as now. */
export function attentionCounts({ articles, trending, hitsByBot }: AttentionFacts, providerOfBot: ReadonlyMap<string, string>, now: Date): ProviderAttention[] {
  const hits = countHits(hitsByBot, providerOfBot);
  const named = trending.map(({ fullName, name, description }) => providersNamedIn(fullName, name, description ?? ""));
  const isWithin = (days: number) => (article: NamedArticle) => now.getTime() - article.publishedAt.getTime() <= days * DAY_MS;
  const recent = articles.filter(isWithin(7));
  return attentionProviders.map((id) => {
    const own = recent.filter((article) => article.providers.includes(id));
    return {
      id,
      news24h: own.filter(isWithin(1)).length,
      news7d: own.length,
      trendingRepos: named.filter((ids) => ids.includes(id)).length,
      agentHits: hits.get(id) ?? 0,
      topArticles: topArticles(own),
    };
  });
}
