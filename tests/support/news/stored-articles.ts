import type { Db } from "@/db/client";
import { storeArticles, type NewArticle } from "@/db/queries/news/news";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/freshness/operations";

let made = 0;

export function anArticle(overrides: Partial<NewArticle> = {}): NewArticle {
  made += 1;
  return {
    id: `article-${String(made).padStart(5, "0")}`,
    sourceId: "huggingface",
    sourceName: "Hugging Face Blog",
    sourceDomain: "huggingface.co",
    guid: null,
    url: `https://huggingface.co/blog/post-${made}`,
    title: `Post ${made}`,
    snippet: `About post ${made}`,
    categories: ["Open Source", "Models"],
    providers: [],
    publishedAt: new Date("2026-05-15T12:00:00Z"),
    isDateEstimated: false,
    fetchedAt: new Date("2026-05-15T12:10:00Z"),
    ...overrides,
  };
}

export async function storeNews(db: Db, articles: readonly NewArticle[], readAt: Date): Promise<void> {
  await storeArticles(db, articles);
  await recordSourceOutcomes(db, [{ source: "news/huggingface", dataset: "news", at: readAt, fault: null, itemCount: articles.length }]);
  await bumpVersion(db, "news", readAt);
}
