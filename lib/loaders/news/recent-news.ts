import type { z } from "zod";
import type { Db } from "@/db/client";
import { listProviderNews, type ProviderNews } from "@/db/queries/news/provider-news";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { windowsOf } from "@/lib/domain/attention/attention-counts";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import type { NamingArticle } from "@/lib/schemas/models/matched-model";
import { oncePerVersion } from "../freshness/once-per-version";

export interface RecentNews {
  recent_news_count: number;
  recent_news: z.output<typeof NamingArticle>[];
}

interface CachedNews {
  readAt: number;
  news: Promise<ProviderNews>;
}

const MOST_SHOWN = 8;
/** Bounds how far the seven-day window lags behind while the news does not change. */
const CACHE_MS = 60_000;

const newsCache = oncePerVersion(["news"], async () => new Map<string, CachedNews>());

async function newsNaming(db: Db, id: string, now: Date): Promise<ProviderNews> {
  const cache = await newsCache(db);
  const cached = cache.get(id);
  if (cached && now.getTime() - cached.readAt < CACHE_MS) return cached.news;
  const since = windowsOf(now).full;
  const news = listProviderNews(db, { id, name: providerName(id) }, since, MOST_SHOWN);
  cache.set(id, { readAt: now.getTime(), news });
  news.catch(() => cache.delete(id));
  return news;
}

/** Articles of the last seven days that name a provider, counted as in the attention index. At most eight are shown. */
export async function recentNewsOf(db: Db, providerId: string, now: Date, limit: number): Promise<RecentNews> {
  const { count, newest } = await newsNaming(db, providerId, now);
  return {
    recent_news_count: count,
    recent_news: newest.slice(0, limit).map(({ title, url, source, publishedAt }) => ({
      title,
      url,
      source: sanitizeLabel(source),
      published_at: publishedAt.toISOString(),
    })),
  };
}
