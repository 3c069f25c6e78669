import type { Db } from "@/db/client";
import { listCapturedListings } from "@/db/queries/history/listing-history";
import { listStoredListings, listModelAliases } from "@/db/queries/models/models";
import { resolveProvider } from "@/lib/catalogs/providers";
import { matchNotes } from "@/lib/domain/models/match-notes";
import type { ModelMatch, ModelName } from "@/lib/domain/models/model-name";
import { askedResolver } from "@/lib/domain/models/names/asked-resolver";
import type { ModelAlias } from "@/lib/domain/models/resolve-model";
import { ApiError } from "@/lib/errors";
import { oncePerVersion } from "../freshness/once-per-version";
import { shownNames } from "./all-listings";

export const modelAliases = oncePerVersion(["models"], listModelAliases);

export interface ResolvedModel {
  providerId: string;
  modelId: string;
  name: string;
  /** The current id first, then former ids. */
  modelIds: string[];
  /** What the caller should know of this choice; empty where the name says it all. */
  notes: string[];
}

const providerIdOf = (key: string): string | null => resolveProvider(key).provider?.id ?? null;

function formerIds(model: ModelName, aliases: readonly ModelAlias[]): string[] {
  const own = aliases.filter(
    (entry) => entry.providerId === model.providerId && entry.modelId.toLowerCase() === model.modelId.toLowerCase(),
  );
  return own.map(({ alias }) => (alias.startsWith(`${model.providerId}/`) ? alias.slice(model.providerId.length + 1) : alias));
}

/** Whether several listings fit the name. Candidates of a host that does not list the model are only like it. */
export const isAmbiguous = ({ model, candidates, refusedAt }: ModelMatch<ModelName>): boolean =>
  model === null && candidates.length > 0 && refusedAt === undefined;

type Resolve = ReturnType<typeof askedResolver<ModelName>>;

interface ModelNames {
  aliases: readonly ModelAlias[];
  resolve: Resolve;
  resolveExactly: Resolve;
}

const modelNames = (entries: readonly ModelName[], aliases: readonly ModelAlias[]): ModelNames => ({
  aliases,
  resolve: askedResolver(entries, { aliases, providerIdOf, byParts: true }),
  resolveExactly: askedResolver(entries, { aliases, providerIdOf }),
});

const currentNames = oncePerVersion(["models"], async (db) => modelNames(await listStoredListings(db), await modelAliases(db)));
/** A much longer list, read only for models that are no longer sold. */
const capturedNames = oncePerVersion(["models", "history"], async (db) =>
  modelNames(await listCapturedListings(db), await modelAliases(db)),
);

/** Where current models fit, a former one is meant only by its exact name. */
function pastMatch(past: ModelNames, key: string, { model, candidates }: ModelMatch<ModelName>): ModelMatch<ModelName> {
  return model === null && candidates.length === 0 ? past.resolve(key) : past.resolveExactly(key);
}

/** Whether the found listing has exactly the name's parts, so that no former listing can be meant. */
const isSure = ({ model, dropped }: ModelMatch<ModelName>, findExactly: () => ModelMatch<ModelName>): boolean =>
  model !== null && !dropped && (model.isMakersListing || findExactly().model !== null);

interface UnresolvedModel {
  candidates: readonly string[];
  /** Whether each of the candidates is called so, rather than much like it. */
  isAmbiguous: boolean;
}

/** Finds current and former models, or what the name could mean. */
export async function matchEver(db: Db, key: string): Promise<ResolvedModel | UnresolvedModel> {
  const { aliases, resolve, resolveExactly } = await currentNames(db);
  const current = resolve(key);
  const past = isSure(current, () => resolveExactly(key)) ? null : pastMatch(await capturedNames(db), key, current);
  // A former listing goes before a current one only where the whole name is its own.
  const isFormer = past?.model && !(past.dropped && current.model);
  const match = isFormer ? past : current;
  const { model } = match;
  if (!model) {
    const candidates = [...new Set([...current.candidates, ...(past?.candidates ?? [])])];
    return { candidates, isAmbiguous: !current.refusedAt && candidates.length > 0 };
  }
  const { providerId, modelId } = model;
  const name = (await shownNames(db))(model);
  const notes = matchNotes(key, { ...match, model: { ...model, name } });
  return { providerId, modelId, name, modelIds: [modelId, ...formerIds(model, aliases)], notes };
}

/** Finds current and former models; null when none matches, 400 when several do. */
export async function findModel(db: Db, key: string): Promise<ResolvedModel | null> {
  const found = await matchEver(db, key);
  if (!("isAmbiguous" in found)) return found;
  if (!found.isAmbiguous) return null;
  throw new ApiError("ambiguous_model", `"${[...key].slice(0, 80).join("")}" fits several models; give one as provider/id.`, {
    candidates: found.candidates,
  });
}

/** Finds current listings only; several matches are returned as candidates. */
export async function matchListed(db: Db, key: string): Promise<ModelMatch<ModelName>> {
  return (await currentNames(db)).resolve(key);
}
