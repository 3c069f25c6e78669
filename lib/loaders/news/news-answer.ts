import type { Db } from "@/db/client";
import { findLastNewsReadAt, listNews } from "@/db/queries/news/news";
import { newsFilter } from "@/lib/domain/news/news-filter";
import { toNewsArticle, type NewsArticle } from "@/lib/schemas/news";

interface NewsQuery {
  category?: string | undefined;
  limit: number;
}

export const newsArticles = async (db: Db, { category, limit }: NewsQuery): Promise<NewsArticle[]> =>
  (await listNews(db, newsFilter(category), limit)).map(toNewsArticle);

/** The envelope of a list of news, with each article as `show` gives it. */
export async function newsAnswer<Article>(db: Db, query: NewsQuery, source: string, show: (article: NewsArticle) => Article) {
  const articles = (await newsArticles(db, query)).map(show);
  const updated = await findLastNewsReadAt(db);
  return { source, updated: updated?.toISOString() ?? null, count: articles.length, sanitization: "enabled" as const, articles };
}
