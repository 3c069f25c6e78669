import type { Db } from "@/db/client";
import { findBenchmarkKey, listScoredNames } from "@/db/queries/models/scores/score-history";
import { resolveProvider } from "@/lib/catalogs/providers";
import { modelResolver } from "@/lib/domain/models/resolve-model";
import { findModel } from "../find-model";
import { oncePerVersion } from "@/lib/loaders/freshness/once-per-version";

export interface ScoredModelMatch {
  /** Null for a model that is known and was never scored. */
  benchmarkKey: string | null;
  name: string;
  makerId: string;
  notes: string[];
}

const scoredNames = oncePerVersion(["history"], async (db) => {
  const models = (await listScoredNames(db)).map((model) => ({
    ...model,
    providerId: model.makerId,
    modelId: model.benchmarkKey.slice(model.benchmarkKey.indexOf("/") + 1),
    isMakersListing: true,
  }));
  return modelResolver(models, { providerIdOf: (provider) => resolveProvider(provider).provider?.id ?? null });
});

/** Matches a scored model's own name first, then the name of a listing that carries its scores. */
export async function findScoredModel(db: Db, key: string): Promise<ScoredModelMatch | null> {
  const scored = (await scoredNames(db))(key).model;
  if (scored) return { ...scored, notes: [] };
  const listing = await findModel(db, key);
  if (!listing) return null;
  const { providerId, modelId, name, notes } = listing;
  return { benchmarkKey: await findBenchmarkKey(db, providerId, modelId), name, makerId: providerId, notes };
}
