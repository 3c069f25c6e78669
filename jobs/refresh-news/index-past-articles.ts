import { inTransaction, type Db } from "@/db/client";
import { indexArticles, listUnindexedArticles, WORD_RULES } from "@/db/queries/news-words";
import { isCatalogLoaded, recordCatalogLoad } from "@/db/queries/operations";

const BATCH = 25;
const CATALOG = "article-words";
/** The rest waits for the next run: fresh news do not. */
const BUDGET_MS = 30_000;

/** Makes articles findable that were stored before the search was, or before its rules changed; how many they were. */
export async function indexPastArticles(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  if (await isCatalogLoaded(db, CATALOG, String(WORD_RULES))) return 0;
  const began = performance.now();
  let indexed = 0;
  let afterId = "";
  while (!signal.aborted && performance.now() - began < BUDGET_MS) {
    const rows = await listUnindexedArticles(db, afterId, BATCH);
    await inTransaction(db, (tx) => indexArticles(tx, rows));
    indexed += rows.length;
    const last = rows.at(-1);
    if (last) afterId = last.id;
    if (rows.length < BATCH) {
      await recordCatalogLoad(db, CATALOG, String(WORD_RULES), now);
      return indexed;
    }
  }
  return indexed;
}
