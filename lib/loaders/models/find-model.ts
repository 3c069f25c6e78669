import type { Db } from "@/db/client";
import { listCapturedListings } from "@/db/queries/history/listing-history";
import { listStoredListings, listModelAliases } from "@/db/queries/models/models";
import { resolveProvider } from "@/lib/catalogs/providers";
import { modelResolver, type ModelAlias, type ModelMatch, type ModelName } from "@/lib/domain/models/resolve-model";
import { ApiError } from "@/lib/errors";
import { oncePerVersion } from "../freshness/once-per-version";

export const modelAliases = oncePerVersion(["models"], listModelAliases);

export interface ResolvedModel {
  providerId: string;
  modelId: string;
  name: string;
  /** The current id first, then former ids. */
  modelIds: string[];
}

const providerIdOf = (key: string): string | null => resolveProvider(key).provider?.id ?? null;

function formerIds(model: ModelName, aliases: readonly ModelAlias[]): string[] {
  const own = aliases.filter(
    (entry) => entry.providerId === model.providerId && entry.modelId.toLowerCase() === model.modelId.toLowerCase(),
  );
  return own.map(({ alias }) => (alias.startsWith(`${model.providerId}/`) ? alias.slice(model.providerId.length + 1) : alias));
}

function refuseAmbiguous(candidates: readonly string[], key: string): null {
  if (candidates.length === 0) return null;
  throw new ApiError("ambiguous_model", `"${[...key].slice(0, 80).join("")}" fits several models; give one as provider/id.`, {
    candidates: [...new Set(candidates)],
  });
}

interface ModelNames {
  aliases: readonly ModelAlias[];
  resolve: ReturnType<typeof modelResolver<ModelName>>;
}

const modelNames = (entries: readonly ModelName[], aliases: readonly ModelAlias[]): ModelNames => ({
  aliases,
  resolve: modelResolver(entries, { aliases, providerIdOf }),
});

const currentNames = oncePerVersion(["models"], async (db) => modelNames(await listStoredListings(db), await modelAliases(db)));
/** A much longer list, read only for models that are no longer sold. */
const capturedNames = oncePerVersion(["models", "history"], async (db) =>
  modelNames(await listCapturedListings(db), await modelAliases(db)),
);

/** Finds current and former models; null when none matches, 400 when several do. */
export async function findModel(db: Db, key: string): Promise<ResolvedModel | null> {
  const { aliases, resolve } = await currentNames(db);
  const current = resolve(key);
  const past = current.model ? null : (await capturedNames(db)).resolve(key);
  const model = current.model ?? past?.model;
  if (!model) return refuseAmbiguous([...current.candidates, ...(past?.candidates ?? [])], key);
  const { providerId, modelId, name } = model;
  return { providerId, modelId, name, modelIds: [modelId, ...formerIds(model, aliases)] };
}

/** Finds current listings only; several matches are returned as candidates. */
export async function matchListed(db: Db, key: string): Promise<ModelMatch<ModelName>> {
  return (await currentNames(db)).resolve(key);
}
