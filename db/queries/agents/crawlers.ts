import { desc, gte, lt, notInArray, sql, sum } from "drizzle-orm";
import type { Db } from "@/db/client";
import { crawlerHits, crawlerRecent } from "@/db/schema/crawlers";
import { RECENT_HITS, type CrawlerBatch, type CrawlerHit } from "@/lib/domain/agents/crawler-batch";

/** Stores a batch. Call it in a transaction, so that a failed flush leaves nothing behind. */
export async function storeCrawlerBatch(tx: Db, { buckets, recent }: CrawlerBatch): Promise<void> {
  if (buckets.length > 0) {
    await tx
      .insert(crawlerHits)
      .values([...buckets])
      .onConflictDoUpdate({
        target: [crawlerHits.hour, crawlerHits.bot, crawlerHits.pathGroup],
        set: { hits: sql`${crawlerHits.hits} + excluded.hits` },
      });
  }
  if (recent.length === 0) return;
  await tx.insert(crawlerRecent).values([...recent]);
  const kept = tx
    .select({ id: crawlerRecent.id })
    .from(crawlerRecent)
    .orderBy(desc(crawlerRecent.at), desc(crawlerRecent.id))
    .limit(RECENT_HITS);
  await tx.delete(crawlerRecent).where(notInArray(crawlerRecent.id, kept));
}

export interface BotHits {
  bot: string;
  hits: number;
}

/** Hits per bot in hours that begin at or after `since`, most hits first. */
export async function listHitsByBot(db: Db, since: Date): Promise<BotHits[]> {
  const rows = await db
    .select({ bot: crawlerHits.bot, hits: sum(crawlerHits.hits) })
    .from(crawlerHits)
    .where(gte(crawlerHits.hour, since))
    .groupBy(crawlerHits.bot)
    .orderBy(desc(sum(crawlerHits.hits)), crawlerHits.bot);
  return rows.map(({ bot, hits }) => ({ bot, hits: Number(hits) }));
}

export const listRecentHits = async (db: Db): Promise<CrawlerHit[]> =>
  db
    .select({ bot: crawlerRecent.bot, pathGroup: crawlerRecent.pathGroup, at: crawlerRecent.at })
    .from(crawlerRecent)
    .orderBy(desc(crawlerRecent.at), desc(crawlerRecent.id))
    .limit(RECENT_HITS);

export async function pruneCrawlerHits(db: Db, before: Date): Promise<void> {
  await db.delete(crawlerHits).where(lt(crawlerHits.hour, before));
}
