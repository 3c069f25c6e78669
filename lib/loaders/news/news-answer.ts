import type { Db } from "@/db/client";
import { listNews } from "@/db/queries/news/news";
import { newsFilter } from "@/lib/domain/news/news-filter";
import { MOST_ARTICLES, toNewsArticle, type NewsArticle } from "@/lib/schemas/news";
import { oncePerVersion } from "../freshness/once-per-version";
import { recentCapture } from "../freshness/recent-capture";

interface NewsQuery {
  category?: string | undefined;
  limit: number;
}

/** The newest articles, as many as an answer lists at most. */
const newest = oncePerVersion(["news"], async (db) => (await listNews(db, null, MOST_ARTICLES)).map(toNewsArticle));

export async function newsArticles(db: Db, { category, limit }: NewsQuery): Promise<NewsArticle[]> {
  const filter = newsFilter(category);
  return filter ? (await listNews(db, filter, limit)).map(toNewsArticle) : (await newest(db)).slice(0, limit);
}

/** The envelope of a list of news, with each article as `show` gives it. */
export async function newsAnswer<Article>(
  { db, query, siteName: source, now }: { db: Db; query: NewsQuery; siteName: string; now: Date },
  show: (article: NewsArticle) => Article,
) {
  const articles = (await newsArticles(db, query)).map(show);
  const updated = await recentCapture(db, "news", now);
  return { source, updated: updated?.toISOString() ?? null, count: articles.length, sanitization: "enabled" as const, articles };
}
