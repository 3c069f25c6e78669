import type { z } from "zod";
import type { Db } from "@/db/client";
import { listNewsNaming } from "@/db/queries/provider-news";
import { providerName } from "@/lib/catalogs/load-catalog";
import { FULL_HOURS } from "@/lib/domain/attention-counts";
import { sanitizeLabel, sanitizeTitle } from "@/lib/domain/sanitize";
import type { NamingArticle } from "@/lib/schemas/matched-model";

const HOUR_MS = 3_600_000;

export interface RecentNews {
  recent_news_count: number;
  recent_news: z.output<typeof NamingArticle>[];
}

/** Articles of the last seven days that name a provider, as the attention index counts them. */
export async function recentNewsOf(db: Db, providerId: string, now: Date, limit: number): Promise<RecentNews> {
  const since = new Date(now.getTime() - FULL_HOURS * HOUR_MS);
  const { count, newest } = await listNewsNaming(db, { id: providerId, name: providerName(providerId) }, since, limit);
  return {
    recent_news_count: count,
    recent_news: newest.map(({ title, url, source, publishedAt }) => ({ title: sanitizeTitle(title), url, source: sanitizeLabel(source), published_at: publishedAt.toISOString() })),
  };
}
