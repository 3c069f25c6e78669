import type { Db } from "@/db/client";
import { listCapturedListings } from "@/db/queries/history/listing-history";
import { listStoredListings, listModelAliases } from "@/db/queries/models/models";
import { resolveProvider } from "@/lib/catalogs/providers";
import { modelResolver, type ModelAlias, type ModelMatch, type ModelName } from "@/lib/domain/models/resolve-model";
import { ApiError } from "@/lib/errors";
import { versioned } from "../freshness/once-per-version";

/** Under which ids models were known before; loaded once per version of the models. */
export const modelAliases = versioned(["models"], listModelAliases);

export interface ResolvedModel {
  providerId: string;
  modelId: string;
  name: string;
  /** Its id first, then those under which it was known before. */
  modelIds: string[];
}

const providerIdOf = (key: string): string | null => resolveProvider(key).provider?.id ?? null;

function formerIds(model: ModelName, aliases: readonly ModelAlias[]): string[] {
  const own = aliases.filter(
    (entry) => entry.providerId === model.providerId && entry.modelId.toLowerCase() === model.modelId.toLowerCase(),
  );
  return own.map(({ alias }) => (alias.startsWith(`${model.providerId}/`) ? alias.slice(model.providerId.length + 1) : alias));
}

function refuseTies(candidates: readonly string[], key: string): null {
  if (candidates.length === 0) return null;
  throw new ApiError("ambiguous_model", `"${[...key].slice(0, 80).join("")}" fits several models; give one as provider/id.`, {
    candidates: [...new Set(candidates)],
  });
}

interface KnownNames {
  aliases: readonly ModelAlias[];
  resolve: ReturnType<typeof modelResolver<ModelName>>;
}

const namesAmong = (entries: readonly ModelName[], aliases: readonly ModelAlias[]): KnownNames => ({
  aliases,
  resolve: modelResolver(entries, { aliases, providerIdOf }),
});

const currentNames = versioned(["models"], async (db) => namesAmong(await listStoredListings(db), await modelAliases(db)));
/** Asked only for what is not sold today, and much longer. */
const capturedNames = versioned(["models", "history"], async (db) => namesAmong(await listCapturedListings(db), await modelAliases(db)));

/** The model that a caller means, sold now or once; null when none is called so, 400 when several are. */
export async function findModel(db: Db, key: string): Promise<ResolvedModel | null> {
  const { aliases, resolve } = await currentNames(db);
  const current = resolve(key);
  const past = current.model ? null : (await capturedNames(db)).resolve(key);
  const model = current.model ?? past?.model;
  if (!model) return refuseTies([...current.candidates, ...(past?.candidates ?? [])], key);
  const { providerId, modelId, name } = model;
  return { providerId, modelId, name, modelIds: [modelId, ...formerIds(model, aliases)] };
}

/** What is listed today under a name; candidates when several are. */
export async function matchListed(db: Db, key: string): Promise<ModelMatch<ModelName>> {
  return (await currentNames(db)).resolve(key);
}
