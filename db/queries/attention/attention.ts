import { and, asc, between, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { attentionDays, snapshots } from "@/db/schema/history";
import { insertNew } from "../upsert-rows";
import { listHitsByBot } from "../agents/crawlers";
import { listNamingTimes, listNewestByProvider } from "../news/news";
import { listTrendingRepositories } from "../agents/trending";
import {
  countSince,
  TRENDING_LIMIT,
  type AttentionFacts,
  type Namings,
  type RecentArticle,
  windowsOf,
} from "@/lib/domain/attention/attention-counts";
import type { AttentionDay } from "@/lib/domain/attention/attention-series";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";

/** Enough to find three with different titles. */
const NEWEST_NAMING = 12;

export async function listNamings(db: Db, since: Date): Promise<Namings> {
  const named = await listNewestByProvider(db, since, NEWEST_NAMING);
  const recentOf = (id: string): RecentArticle[] =>
    (named.get(id) ?? []).map(({ title, sourceName, publishedAt }) => ({ title, source: sourceName, publishedAt }));
  return { times: await listNamingTimes(db, since), newest: new Map(attentionProviders.map((id) => [id, recentOf(id)])) };
}

/** `namings` may reach further back than is counted. */
export async function listAttentionFacts(db: Db, now: Date, namings: Namings): Promise<AttentionFacts> {
  const { recent, full } = windowsOf(now);
  const newest = [...namings.newest].map(([id, articles]) => [id, articles.filter(({ publishedAt }) => publishedAt >= full)] as const);
  return {
    news24h: countSince(namings.times, recent),
    news7d: countSince(namings.times, full),
    newest: new Map(newest),
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
