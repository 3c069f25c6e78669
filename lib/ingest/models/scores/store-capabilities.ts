import { inTransaction, type Db } from "@/db/client";
import { bumpVersion, isCatalogLoaded, recordCatalogLoad } from "@/db/queries/freshness/operations";
import { deleteCapabilities, listCapabilityModels, saveCapabilities, type CapabilityRow } from "@/db/queries/models/scores/capabilities";
import { abilityIndex } from "@/lib/catalogs/score-sources";
import { targetsOf } from "@/lib/domain/models/capability/fit-input";
import type { MergedScores } from "@/lib/domain/models/scores/merge-scores";
import { inBatches } from "@/lib/ingest/in-batches";
import { fingerprint } from "@/lib/sources/workers/model-catalog";
import { offload } from "@/lib/sources/workers/offload";

const FITTED = "capabilities";
/** Increment when the fit changes: stored scores are then fitted again. */
const FIT_VERSION = 1;

/** Fits the abilities of all models, once for each version of the scores. Answers read what is stored here. */
export async function storeCapabilities(db: Db, { models, measurements }: MergedScores, now: Date): Promise<void> {
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
