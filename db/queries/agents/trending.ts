import { and, asc, desc, eq, getTableColumns, gte, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { repositories, repositoryStarDays } from "@/db/schema/trending";
import { batchesOf, upsertRows } from "../upsert-rows";
import { remember } from "@/lib/domain/basics/remember";
import { sanitizeSnippet } from "@/lib/domain/news/sanitize/sanitize";
import type { StarredRepository } from "@/lib/domain/agents/trending-agents";

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Stores the repositories and their stars of the day. The day's first reading stays, its last one is replaced. */
export async function saveRepositories(tx: Db, readings: readonly StarredRepository[], at: Date): Promise<void> {
  const times = { firstReadAt: at, lastReadAt: at };
  for (const batch of batchesOf(readings)) {
    const repositoryRows = batch.map((repository) => ({ ...repository, ...times }));
    const dayRows = batch.map(({ id, stars }) => ({ repositoryId: id, day: dayOf(at), firstStars: stars, lastStars: stars, ...times }));
    await upsertRows(tx, repositories, repositoryRows, { keeps: ["first_read_at"], newestBy: "last_read_at" });
    await upsertRows(tx, repositoryStarDays, dayRows, {
      keeps: ["first_stars", "first_read_at"],
      newestBy: "last_read_at",
    });
  }
}

export async function pruneRepositories(tx: Db, before: Date): Promise<void> {
  await tx.delete(repositoryStarDays).where(lt(repositoryStarDays.day, dayOf(before)));
  await tx.delete(repositories).where(lt(repositories.lastReadAt, before));
}

export interface TrendingRepository extends StarredRepository {
  /** Stars gained since `gainedSince`; null when the repository was read only once. */
  starsGained: number | null;
  gainedSince: Date | null;
  lastReadAt: Date;
}

export interface TrendingWindow {
  /** Gains are counted from the first reading on or after this day. */
  since: Date;
  /** Repositories not read since then are left out. */
  readSince: Date;
  limit: number;
}

/** Every answer shows the same few descriptions. */
const KEPT_DESCRIPTIONS = 500;
const cleanDescription = remember(sanitizeSnippet, KEPT_DESCRIPTIONS);

const { firstReadAt: _, ...REPOSITORY } = getTableColumns(repositories);

/** Most stars gained first; repositories with an unknown gain last, by stars. */
export async function listTrendingRepositories(db: Db, { since, readSince, limit }: TrendingWindow): Promise<TrendingRepository[]> {
  const base = db
    .selectDistinctOn([repositoryStarDays.repositoryId], {
      repositoryId: repositoryStarDays.repositoryId,
      firstStars: repositoryStarDays.firstStars,
      gainedSince: repositoryStarDays.firstReadAt,
    })
    .from(repositoryStarDays)
    .where(gte(repositoryStarDays.day, dayOf(since)))
    .orderBy(repositoryStarDays.repositoryId, repositoryStarDays.day)
    .as("base");
  const starsGained = sql<number | null>`${repositories.stars} - ${base.firstStars}`;
  const rows = await db
    .select({ ...REPOSITORY, starsGained, gainedSince: base.gainedSince })
    .from(repositories)
    .leftJoin(base, and(eq(base.repositoryId, repositories.id), lt(base.gainedSince, repositories.lastReadAt)))
    .where(gte(repositories.lastReadAt, readSince))
    .orderBy(sql`${starsGained} desc nulls last`, desc(repositories.stars), asc(repositories.fullName))
    .limit(limit);
  return rows.map((row) => ({ ...row, description: row.description === null ? null : cleanDescription(row.description) || null }));
}
