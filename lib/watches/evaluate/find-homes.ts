import type { Db } from "@/db/client";
import { listModelAliases, listStoredListings } from "@/db/queries/models/models";
import { listVersions } from "@/db/queries/freshness/operations";
import { listUnresolvedWatches, saveSubjects } from "@/db/queries/watches/watch-evaluations";
import { resolveProvider } from "@/lib/catalogs/providers";
import { modelResolver, type ModelName } from "@/lib/domain/models/resolve-model";

const providerIdOf = (key: string): string | null => resolveProvider(key).provider?.id ?? null;

/** Looks up the models of watches that have none in the catalog: those that came, and those whose id was changed. */
export async function findHomes(db: Db, now: Date): Promise<number> {
  const version = (await listVersions(db)).find(({ dataset }) => dataset === "models")?.version ?? 0;
  const homeless = await listUnresolvedWatches(db, version, now);
  if (homeless.length === 0) return 0;
  const resolve = modelResolver<ModelName>(await listStoredListings(db), { aliases: await listModelAliases(db), providerIdOf });
  const found = homeless.map(({ id, model, subject }) => {
    const match = resolve(model).model ?? (subject === null ? null : resolve(subject).model);
    return { id, subject: match && `${match.providerId}/${match.modelId.toLowerCase()}` };
  });
  await saveSubjects(db, found, version);
  return found.filter(({ subject }) => subject !== null).length;
}
