import type { Db } from "@/db/client";
import { listModelAliases, listStoredListings } from "@/db/queries/models/models";
import { listVersions } from "@/db/queries/freshness/operations";
import { listUnresolvedWatches, saveSubjects } from "@/db/queries/watches/watch-evaluations";
import { resolveProvider } from "@/lib/catalogs/providers";
import { modelResolver, type ModelName } from "@/lib/domain/models/resolve-model";

const providerIdOf = (key: string): string | null => resolveProvider(key).provider?.id ?? null;

/** Resolves the model of new watches, and of watches whose model got another id in the catalog. */
export async function resolveWatchedModels(db: Db, now: Date): Promise<number> {
  const version = (await listVersions(db)).find(({ dataset }) => dataset === "models")?.version ?? 0;
  const unresolved = await listUnresolvedWatches(db, version, now);
  if (unresolved.length === 0) return 0;
  const resolve = modelResolver<ModelName>(await listStoredListings(db), { aliases: await listModelAliases(db), providerIdOf });
  const found = unresolved.map(({ id, model, subject }) => {
    const match = resolve(model).model ?? (subject === null ? null : resolve(subject).model);
    return { id, subject: match && `${match.providerId}/${match.modelId.toLowerCase()}` };
  });
  await saveSubjects(db, found, version);
  return found.filter(({ subject }) => subject !== null).length;
}
