import type { Db } from "@/db/client";
import { listModelAliases, listStoredListings } from "@/db/queries/models/models";
import { listVersions } from "@/db/queries/freshness/operations";
import { listUnresolvedWatches, saveSubjects } from "@/db/queries/watches/watch-evaluations";
import { resolveProvider } from "@/lib/catalogs/providers";
import type { ModelName } from "@/lib/domain/models/model-name";
import { askedResolver } from "@/lib/domain/models/names/asked-resolver";

const providerIdOf = (key: string): string | null => resolveProvider(key).provider?.id ?? null;

/** Resolves the model of new watches, and of watches whose model got another id in the catalog. */
export async function resolveWatchedModels(db: Db, now: Date): Promise<number> {
  const version = (await listVersions(db)).find(({ dataset }) => dataset === "models")?.version ?? 0;
  const unresolved = await listUnresolvedWatches(db, version, now);
  if (unresolved.length === 0) return 0;
  const listings: ModelName[] = await listStoredListings(db);
  const names = { aliases: await listModelAliases(db), providerIdOf };
  const resolve = askedResolver(listings, { ...names, byParts: true });
  // What a watch was registered for stays its subject: "sonnet" then is not the newest Sonnet of today.
  const resolveSubject = askedResolver(listings, names);
  const found = unresolved.map(({ id, model, subject }) => {
    const match = subject === null ? resolve(model).model : resolveSubject(subject).model;
    return { id, subject: match && `${match.providerId}/${match.modelId.toLowerCase()}` };
  });
  await saveSubjects(db, found, version);
  return found.filter(({ subject }) => subject !== null).length;
}
