import { inTransaction, type Db } from "@/db/client";
import { listArticleIdsByGuid, storeArticles, type NewArticle, type StoredArticles } from "@/db/queries/news";
import { bumpVersion, recordSourceOutcomes, saveValidators } from "@/db/queries/operations";
import type { NewsSource } from "@/lib/catalogs/news-sources";
import type { NewsItem } from "@/lib/sources/news/news-item";
import type { NewsOutcome } from "./read-source";

const rowOf = (item: NewsItem, id: string, source: NewsSource, fetchedAt: Date): NewArticle => ({
  id,
  sourceId: source.id,
  sourceName: source.name,
  sourceDomain: source.domain,
  guid: item.guid,
  url: item.url,
  title: item.title,
  snippet: item.snippet,
  categories: item.categories,
  providers: item.providers,
  publishedAt: new Date(item.publishedAt),
  isDateEstimated: item.isDateEstimated,
  fetchedAt,
});

async function rowsFor(tx: Db, items: readonly NewsItem[], source: NewsSource, now: Date): Promise<NewArticle[]> {
  const known = await listArticleIdsByGuid(tx, source.id, items.flatMap((item) => item.guid ?? []));
  const rows = new Map<string, NewArticle>();
  for (const item of items) {
    const id = (item.guid === null ? undefined : known.get(item.guid)) ?? item.id;
    if (!rows.has(id)) rows.set(id, rowOf(item, id, source, now));
  }
  return [...rows.values()];
}

/** Articles, validators and the source's stamp in one short transaction: a kill between them is impossible. */
export function storeReading(db: Db, outcome: Extract<NewsOutcome, { kind: "fresh" }>, now: Date): Promise<StoredArticles> {
  const { source, reading, validators } = outcome;
  return inTransaction(db, async (tx) => {
    const stored = await storeArticles(tx, await rowsFor(tx, reading.items, source, now));
    await recordSourceOutcomes(tx, [{ source: `news/${source.id}`, dataset: "news", at: now, fault: null, itemCount: reading.entryCount }]);
    await saveValidators(tx, `news/${source.id}`, source.feedUrl, validators);
    if (stored.added + stored.changed > 0) await bumpVersion(tx, "news", now);
    return stored;
  });
}
