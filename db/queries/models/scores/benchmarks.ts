import { asc, count, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { benchmarkListings, benchmarkModels, benchmarkObservations } from "@/db/schema/benchmarks";
import { modelListings } from "@/db/schema/models";
import { deleteRows, listByKey, upsertRows } from "@/db/queries/upsert-rows";
import type { ScoredModel } from "@/lib/domain/models/scores/merge-scores";

export type ScoreObservationRow = typeof benchmarkObservations.$inferSelect;
export type ScoredModelRow = typeof benchmarkModels.$inferInsert;
export type ScoreAttachmentRow = typeof benchmarkListings.$inferSelect;

const PAGE = 400;

export function listScoreObservations(db: Db): Promise<ScoreObservationRow[]> {
  const { source, key } = benchmarkObservations;
  return listByKey(
    [source, key],
    (last: ScoreObservationRow) => [last.source, last.key],
    PAGE,
    (isAfter) => db.select().from(benchmarkObservations).where(isAfter).orderBy(source, key).limit(PAGE),
  );
}

export async function countScoreObservations(db: Db): Promise<Map<string, number>> {
  const { source } = benchmarkObservations;
  const rows = await db.select({ source, count: count() }).from(benchmarkObservations).groupBy(source);
  return new Map(rows.map((row) => [row.source, row.count]));
}

export const saveScoreObservations = async (tx: Db, rows: readonly ScoreObservationRow[]): Promise<void> =>
  upsertRows(tx, benchmarkObservations, rows);
export const deleteScoreObservations = async (tx: Db, keys: readonly Pick<ScoreObservationRow, "source" | "key">[]): Promise<void> =>
  deleteRows(tx, benchmarkObservations, keys);
export const saveScoredModels = async (tx: Db, rows: readonly ScoredModelRow[]): Promise<void> => upsertRows(tx, benchmarkModels, rows);
export const deleteScoredModels = async (tx: Db, keys: readonly Pick<ScoredModelRow, "key">[]): Promise<void> =>
  deleteRows(tx, benchmarkModels, keys);
export const saveScoreAttachments = async (tx: Db, rows: readonly ScoreAttachmentRow[]): Promise<void> =>
  upsertRows(tx, benchmarkListings, rows);
export const deleteScoreAttachments = async (tx: Db, keys: readonly Pick<ScoreAttachmentRow, "providerId" | "modelKey">[]): Promise<void> =>
  deleteRows(tx, benchmarkListings, keys);

export const listScoredModelHashes = async (db: Db): Promise<Pick<ScoredModelRow, "key" | "hash">[]> =>
  db.select({ key: benchmarkModels.key, hash: benchmarkModels.hash }).from(benchmarkModels);

export const listScoreAttachments = async (db: Db): Promise<ScoreAttachmentRow[]> => db.select().from(benchmarkListings);

export function listScoredModels(db: Db): Promise<ScoredModel[]> {
  const { key, name, makerId, released, scores, names } = benchmarkModels;
  return listByKey(
    [key],
    (last: ScoredModel) => [last.key],
    PAGE,
    (isAfter) => db.select({ key, name, makerId, released, scores, names }).from(benchmarkModels).where(isAfter).orderBy(key).limit(PAGE),
  );
}

export interface ListingScores {
  /** The measured model; its dated and undated ids share one key. */
  benchmarkKey: string;
  scores: Record<string, number>;
  /** The figures of `scores` that somebody stands for, without unverified ones. */
  measured: Record<string, number>;
  sources: string[];
}

/**
 * Scores of makers' listings as plain numbers, keyed by `provider/id`. Benchmarks that answers do not
 * show are left out.
 */
export async function listListingScores(db: Db): Promise<Map<string, ListingScores>> {
  const rows = await db
    .select({
      providerId: modelListings.providerId,
      modelId: modelListings.modelId,
      benchmarkKey: benchmarkModels.key,
      scores: benchmarkModels.scores,
    })
    .from(benchmarkListings)
    .innerJoin(benchmarkModels, eq(benchmarkModels.key, benchmarkListings.benchmarkKey))
    .innerJoin(
      modelListings,
      sql`${modelListings.providerId} = ${benchmarkListings.providerId} and ${modelListings.modelKey} = ${benchmarkListings.modelKey}`,
    )
    .orderBy(asc(modelListings.providerId), asc(modelListings.modelKey));
  return new Map(
    rows.flatMap(({ providerId, modelId, benchmarkKey, scores }) => {
      const reports = Object.entries(scores);
      if (reports.length === 0) return [];
      const valuesOf = (some: typeof reports) => Object.fromEntries(some.map(([id, report]) => [id, report.value]));
      const carried = {
        benchmarkKey,
        scores: valuesOf(reports),
        measured: valuesOf(reports.filter(([, { kind }]) => kind !== "unverified")),
        sources: [...new Set(reports.map(([, report]) => report.source))],
      };
      return [[`${providerId}/${modelId}`, carried] as const];
    }),
  );
}

/** Listings of each scored model, the one with the shortest id first. */
export const listScoredListings = async (db: Db) =>
  db
    .select({
      benchmarkKey: benchmarkListings.benchmarkKey,
      providerId: modelListings.providerId,
      modelId: modelListings.modelId,
      name: modelListings.name,
      deprecationDate: modelListings.deprecationDate,
      status: modelListings.status,
      retirement: modelListings.retirement,
      unlisted: modelListings.unlisted,
    })
    .from(benchmarkListings)
    .innerJoin(
      modelListings,
      sql`${modelListings.providerId} = ${benchmarkListings.providerId} and ${modelListings.modelKey} = ${benchmarkListings.modelKey}`,
    )
    .orderBy(asc(benchmarkListings.benchmarkKey), sql`length(${modelListings.modelId})`, asc(modelListings.modelKey));
