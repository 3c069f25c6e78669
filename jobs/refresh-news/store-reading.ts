import { inTransaction, type Db } from "@/db/client";
import { listArticleIdsByGuid, storeArticles, type NewArticle, type StoredArticles } from "@/db/queries/news/news";
import { flagLostTexts } from "@/db/queries/news/derived-texts";
import { bumpVersion, recordSourceOutcomes, saveValidators } from "@/db/queries/freshness/operations";
import type { NewsSource } from "@/lib/catalogs/news-sources";
import type { NewsItem } from "@/lib/sources/news/news-item";
import type { NewsOutcome } from "./read-source";

const rowOf = ({ publishedAt, ...item }: NewsItem, id: string, source: NewsSource, fetchedAt: Date): NewArticle => ({
  ...item,
  id,
  sourceId: source.id,
  sourceName: source.name,
  sourceDomain: source.domain,
  publishedAt: new Date(publishedAt),
  fetchedAt,
});

/** A batch of this size takes far less than 50 ms on the embedded database, so requests never wait long. */
const BATCH = 25;

/** Skips ids that the same document already had; `taken` is shared by all its batches. */
async function rowsFor(tx: Db, items: readonly NewsItem[], source: NewsSource, now: Date, taken: Set<string>): Promise<NewArticle[]> {
  const idByGuid = await listArticleIdsByGuid(
    tx,
    source.id,
    items.flatMap((item) => item.guid ?? []),
  );
  return items.flatMap((item) => {
    const id = (item.guid === null ? undefined : idByGuid.get(item.guid)) ?? item.id;
    if (taken.has(id)) return [];
    taken.add(id);
    return [rowOf(item, id, source, now)];
  });
}

type FreshOutcome = Extract<NewsOutcome, { kind: "fresh" }>;

/**
 * Stores a batch in a transaction, and the feed's validators last. After a crash in between, the next
 * run reads the feed in full.
 */
export async function storeReading(
  db: Db,
  { source, reading, validators }: FreshOutcome,
  now: Date,
  signal?: AbortSignal,
): Promise<StoredArticles> {
  const total = { added: 0, changed: 0 };
  const taken = new Set<string>();
  for (let start = 0; start < reading.items.length; start += BATCH) {
    if (signal?.aborted) return total;
    const { added, changed } = await inTransaction(db, async (tx) => {
      const stored = await storeArticles(tx, await rowsFor(tx, reading.items.slice(start, start + BATCH), source, now, taken));
      if (stored.added + stored.changed > 0) await bumpVersion(tx, "news", now);
      return stored;
    });
    total.added += added;
    total.changed += changed;
  }
  await inTransaction(db, async (tx) => {
    await flagLostTexts(tx, source.id);
    await saveValidators(tx, `news/${source.id}`, source.feedUrl, validators);
    await recordSourceOutcomes(tx, [{ source: `news/${source.id}`, dataset: "news", at: now, fault: null, itemCount: reading.entryCount }]);
  });
  return total;
}
