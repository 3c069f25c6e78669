import { and, asc, between, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { attentionDays, snapshots } from "@/db/schema/history";
import { insertNew } from "../upsert-rows";
import { listHitsByBot } from "../agents/crawlers";
import { countArticlesByProvider, listNewestByProvider } from "../news/news";
import { listTrendingRepositories } from "../agents/trending";
import { FULL_HOURS, RECENT_HOURS, TRENDING_LIMIT, type AttentionFacts, type RecentArticle } from "@/lib/domain/attention/attention-counts";
import type { AttentionDay } from "@/lib/domain/attention/attention-series";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";

const HOUR_MS = 3_600_000;
/** Enough to find three with different titles. */
const NEWEST_NAMING = 12;

export async function listAttentionFacts(db: Db, now: Date): Promise<AttentionFacts> {
  const recent = new Date(now.getTime() - RECENT_HOURS * HOUR_MS);
  const full = new Date(now.getTime() - FULL_HOURS * HOUR_MS);
  const named = await listNewestByProvider(db, full, NEWEST_NAMING);
  const recentOf = (id: string): RecentArticle[] =>
    (named.get(id) ?? []).map(({ title, sourceName, publishedAt }) => ({ title, source: sourceName, publishedAt }));
  return {
    news24h: await countArticlesByProvider(db, recent),
    news7d: await countArticlesByProvider(db, full),
    newest: new Map(attentionProviders.map((id) => [id, recentOf(id)])),
    trending: await listTrendingRepositories(db, { since: full, readSince: recent, limit: TRENDING_LIMIT }),
    hitsByBot: await listHitsByBot(db, recent),
  };
}

export type AttentionRow = typeof attentionDays.$inferSelect;

export const saveAttentionDay = async (tx: Db, rows: readonly AttentionRow[]): Promise<void> => insertNew(tx, attentionDays, rows);

export const listAttentionDay = async (db: Db, date: string): Promise<AttentionRow[]> =>
  db.select().from(attentionDays).where(eq(attentionDays.date, date)).orderBy(asc(attentionDays.rank), asc(attentionDays.provider));

export function listAttentionDays(db: Db, provider: string, from: string, to: string): Promise<(AttentionDay & { capturedAt: Date })[]> {
  const { date, attentionScore, rank, news24h, news7d, trendingRepos, agentHits } = attentionDays;
  return db
    .select({ date, attentionScore, rank, news24h, news7d, trendingRepos, agentHits, capturedAt: snapshots.capturedAt })
    .from(attentionDays)
    .innerJoin(snapshots, and(eq(snapshots.date, attentionDays.date), eq(snapshots.type, "attention")))
    .where(and(eq(attentionDays.provider, provider), between(attentionDays.date, from, to), between(snapshots.date, from, to)))
    .orderBy(asc(attentionDays.date));
}
