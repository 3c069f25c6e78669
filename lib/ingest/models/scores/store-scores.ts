import { inTransaction, type Db } from "@/db/client";
import {
  deleteScoredModels,
  deleteScoreObservations,
  listScoredModelHashes,
  listScoreObservations,
  saveScoredModels,
  saveScoreObservations,
  type ScoreObservationRow,
} from "@/db/queries/models/scores/benchmarks";
import { listModelAliases, listModels } from "@/db/queries/models/models";
import { bumpVersion, isCatalogLoaded, recordCatalogLoad } from "@/db/queries/freshness/operations";
import { companyOf, resolveProvider } from "@/lib/catalogs/providers";
import { mergeScores, type ScoreIdentity, type MergedScores } from "@/lib/domain/models/scores/merge-scores";
import type { ScoreObservation } from "@/lib/domain/models/scores/score-observation";
import { scoreIdentity } from "@/lib/domain/models/scores/score-identity";
import { modelResolver } from "@/lib/domain/models/resolve-model";
import { inBatches } from "@/lib/ingest/in-batches";
import { fingerprint } from "@/lib/sources/workers/model-catalog";
import { deleteCapabilities, listCapabilityModels, saveCapabilities, type CapabilityRow } from "@/db/queries/models/scores/capabilities";
import { abilityIndex } from "@/lib/catalogs/score-sources";
import { targetsOf } from "@/lib/domain/models/capability/fit-input";
import { offload } from "@/lib/sources/workers/offload";

const FITTED = "capabilities";
/** Increment when the fit changes: stored scores are then fitted again. */
const FIT_VERSION = 1;

/** Fits the abilities of all models, once for each version of the scores. Answers read what is stored here. */
async function storeCapabilities(db: Db, { models, measurements }: MergedScores, now: Date): Promise<void> {
  const task = { measurements, targets: targetsOf(models) };
  const digest = fingerprint({ version: FIT_VERSION, ...task });
  if (await isCatalogLoaded(db, FITTED, digest)) return;
  const fitted = await offload("fitCapabilities", task);
  const indexOf = new Map(measurements.filter(({ benchmarkId }) => benchmarkId === abilityIndex.id).map((one) => [one.model, one]));
  const rows = fitted.map((capability): CapabilityRow => {
    const index = indexOf.get(capability.model);
    const { low = null, high = null } = index?.interval ?? {};
    return { ...capability, index: index ? { value: index.value, low, high } : null };
  });
  const present = new Set(rows.map(({ model }) => model));
  const gone = (await listCapabilityModels(db)).filter(({ model }) => !present.has(model));
  await inBatches(db, gone, undefined, deleteCapabilities);
  await inBatches(db, rows, undefined, saveCapabilities);
  await inTransaction(db, async (tx) => {
    await recordCatalogLoad(tx, FITTED, digest, now);
    await bumpVersion(tx, "benchmarks", now);
  });
}

export interface ScoreChange {
  models: number;
  changed: number;
  unplaced: number;
}

function toRows(source: string, observations: readonly ScoreObservation[]): ScoreObservationRow[] {
  const rows = new Map<string, ScoreObservationRow>();
  for (const observation of observations) {
    const hash = fingerprint(observation);
    rows.set(hash, { source, key: hash, observation, hash });
  }
  return [...rows.values()];
}

/** Resolves model names of score tables to makers' listings, with the resolver that the endpoints use. */
async function identityOf(db: Db): Promise<ScoreIdentity> {
  const listings = (await listModels(db, { scope: "makers" })).filter((listing) => listing.makerId !== null);
  const aliases = await listModelAliases(db);
  const resolve = modelResolver(listings, { aliases, providerIdOf: (key) => resolveProvider(key).provider?.id ?? null });
  return scoreIdentity(listings, { resolve, aliases, companyOf });
}

/**
 * Replaces the stored observations of these sources. Scores of all sources are merged by model, and
 * abilities fitted to them.
 */
export async function storeScores(db: Db, replacing: ReadonlyMap<string, readonly ScoreObservation[]>, now: Date): Promise<ScoreChange> {
  const stored = await listScoreObservations(db);
  const fresh = [...replacing].flatMap(([source, observations]) => toRows(source, observations));
  const kept = stored.filter((row) => !replacing.has(row.source));
  const merged = mergeScores(
    [...kept, ...fresh].map((row) => row.observation),
    await identityOf(db),
  );
  const { models, unplaced } = merged;
  const idOf = (row: { source: string; key: string }): string => `${row.source}/${row.key}`;
  const [before, present] = [new Set(stored.map(idOf)), new Set(fresh.map(idOf))];
  const added = fresh.filter((row) => !before.has(idOf(row)));
  await inBatches(db, added, undefined, saveScoreObservations);
  const dropped = stored.filter((row) => replacing.has(row.source) && !present.has(idOf(row)));
  await inBatches(db, dropped, undefined, deleteScoreObservations);

  const hashes = new Map((await listScoredModelHashes(db)).map((row) => [row.key, row.hash]));
  const rows = models.map((model) => ({ ...model, hash: fingerprint(model) }));
  const changed = rows.filter((row) => hashes.get(row.key) !== row.hash);
  const keys = new Set(rows.map((row) => row.key));
  const gone = [...hashes.keys()].filter((key) => !keys.has(key)).map((key) => ({ key }));
  await inBatches(db, changed, undefined, async (tx, batch) => {
    await saveScoredModels(tx, batch);
    await bumpVersion(tx, "benchmarks", now);
  });
  await inTransaction(db, async (tx) => {
    await deleteScoredModels(tx, gone);
    await bumpVersion(tx, "benchmarks", now);
  });
  await storeCapabilities(db, merged, now);
  return { models: rows.length, changed: changed.length, unplaced: unplaced.length };
}
