import { inTransaction, type Db } from "@/db/client";
import { indexArticles, listUnindexedArticles, WORD_RULES } from "@/db/queries/news/search/news-words";
import { isCatalogLoaded, recordCatalogLoad } from "@/db/queries/freshness/operations";
import { dropStaleSegments, buildWeekSegment, listWeeksWithoutSegment } from "@/db/queries/news/search/news-segments";
import { weekOf } from "@/lib/domain/news/search/week-blocks";
import { DAY_MS } from "@/lib/domain/basics/time";

/** Feeds are at most a day late. A later article makes its week get a new segment. */
const SETTLED_AFTER_MS = DAY_MS;
/** Time per run, so that fresh news are not delayed; the next run continues. */
const SEGMENTS_BUDGET_MS = 10_000;
const INDEX_BUDGET_MS = 30_000;

/** Builds the search segments of past weeks and returns their number. */
export async function buildSegments(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const began = performance.now();
  await dropStaleSegments(db);
  let made = 0;
  for (const week of await listWeeksWithoutSegment(db, weekOf(new Date(now.getTime() - SETTLED_AFTER_MS)))) {
    if (signal.aborted || performance.now() - began > SEGMENTS_BUDGET_MS) break;
    if (await buildWeekSegment(db, week)) made += 1;
  }
  return made;
}

const BATCH = 25;
const CATALOG = "article-words";

/** Indexes articles stored before the search existed or before WORD_RULES changed. Returns their number. */
export async function indexPastArticles(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  if (await isCatalogLoaded(db, CATALOG, String(WORD_RULES))) return 0;
  const began = performance.now();
  let indexed = 0;
  let afterId = "";
  while (!signal.aborted && performance.now() - began < INDEX_BUDGET_MS) {
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
