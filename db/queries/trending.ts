import { lt, sql } from "drizzle-orm";
import { rowsOf, toDate, type Db } from "../client";
import { repositories, repositoryStarDays } from "../schema/trending";
import { batchesOf } from "./upsert-rows";

export type RepositoryReading = Omit<typeof repositories.$inferInsert, "firstReadAt" | "lastReadAt">;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Takes the reading over, and notes the stars of its day: the first reading stays, the last moves on. */
export async function saveRepositories(tx: Db, readings: readonly RepositoryReading[], at: Date): Promise<void> {
  for (const batch of batchesOf(readings)) {
    const rows = sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)`;
    await tx.execute(sql`
      insert into repositories as r (id, full_name, name, description, url, language, topics, stars, created_at, first_read_at, last_read_at)
      select id, "fullName", name, description, url, language, topics, stars, "createdAt", ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
      from ${rows} as n(id bigint, "fullName" text, name text, description text, url text, language text, topics jsonb, stars int, "createdAt" timestamptz)
      on conflict (id) do update set
        full_name = excluded.full_name, name = excluded.name, description = excluded.description, url = excluded.url, language = excluded.language,
        topics = excluded.topics, stars = excluded.stars, created_at = excluded.created_at, last_read_at = excluded.last_read_at
      where r.last_read_at <= excluded.last_read_at`);
    await tx.execute(sql`
      insert into repository_star_days as d (repository_id, day, first_stars, first_read_at, last_stars, last_read_at)
      select id, ${dayOf(at)}::date, stars, ${at.toISOString()}::timestamptz, stars, ${at.toISOString()}::timestamptz from ${rows} as n(id bigint, stars int)
      on conflict (repository_id, day) do update set last_stars = excluded.last_stars, last_read_at = excluded.last_read_at
      where d.last_read_at <= excluded.last_read_at`);
  }
}

export async function pruneRepositories(tx: Db, before: Date): Promise<void> {
  await tx.delete(repositoryStarDays).where(lt(repositoryStarDays.day, dayOf(before)));
  await tx.delete(repositories).where(lt(repositories.lastReadAt, before));
}

export interface TrendingRepository {
  fullName: string;
  name: string;
  description: string | null;
  url: string;
  language: string | null;
  topics: string[];
  stars: number;
  /** Since `gainedSince`; null when the repository was read only once. */
  starsGained: number | null;
  gainedSince: Date | null;
  lastReadAt: Date;
}

export interface TrendingWindow {
  /** Stars are compared with the first reading since this day. */
  since: Date;
  /** Repositories not read since are left out. */
  readSince: Date;
  limit: number;
}

interface Row {
  full_name: string;
  name: string;
  description: string | null;
  url: string;
  language: string | null;
  topics: string[];
  stars: number;
  stars_gained: number | null;
  gained_since: string | null;
  last_read_at: string;
}

/** By stars gained; those whose gain is unknown come last, by stars. */
export async function listTrendingRepositories(db: Db, { since, readSince, limit }: TrendingWindow): Promise<TrendingRepository[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`with base as (
          select distinct on (repository_id) repository_id, first_stars, first_read_at from repository_star_days
          where day >= ${dayOf(since)}::date order by repository_id, day
        )
        select r.full_name, r.name, r.description, r.url, r.language, r.topics, r.stars, r.stars - b.first_stars as stars_gained, b.first_read_at as gained_since, r.last_read_at
        from repositories r left join base b on b.repository_id = r.id and b.first_read_at < r.last_read_at
        where r.last_read_at >= ${readSince.toISOString()}::timestamptz
        order by stars_gained desc nulls last, r.stars desc, r.full_name limit ${limit}`,
  );
  return rows.map((row) => ({
    fullName: row.full_name,
    name: row.name,
    description: row.description,
    url: row.url,
    language: row.language,
    topics: row.topics,
    stars: row.stars,
    starsGained: row.stars_gained,
    gainedSince: row.gained_since === null ? null : toDate(row.gained_since),
    lastReadAt: toDate(row.last_read_at),
  }));
}
