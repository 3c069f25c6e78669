import { finderByParts, type PartsFinder, type PartsMatch } from "./find-by-parts";
import type { Fit } from "./fit-parts";
import { isMovingId, modelParts } from "./model-parts";
import type { ModelMatch, ModelName } from "./model-name";

const MOST_CANDIDATES = 10;

const idOf = ({ providerId, modelId }: ModelName): string => `${providerId}/${modelId}`;

interface Names {
  providerIdOf: (key: string) => string | null;
  /** The maker and the rest of a name that begins with its maker: `openai o3`. */
  splitVendor: (key: string) => readonly { makerId: string; model: string }[];
}

/** Puts fits that lack only a size or a date before other models of the family. */
function mostLikeFirst<Entry>(fits: readonly Fit<Entry>[]): Fit<Entry>[] {
  const isLike = ({ otherWords }: Fit<Entry>): boolean => otherWords.length === 0;
  return [...fits.filter(isLike), ...fits.filter((fit) => !isLike(fit))];
}

const isSame = (fit: Fit<ModelName>): boolean => fit.isSame;

function toMatch<Entry extends ModelName>({ model, isNewest, offered }: PartsMatch<Entry>): ModelMatch<Entry> {
  if (model) return { model, candidates: [], isNewest };
  const candidates = offered.map(({ entry }) => idOf(entry));
  // Candidates are two or more, as a single one would read as a match that was refused.
  return { model: null, candidates: candidates.length > 1 ? candidates.slice(0, MOST_CANDIDATES) : [], isNewest: false };
}

const isConclusive = ({ model, candidates }: ModelMatch<ModelName>): boolean => model !== null || candidates.length > 0;

const withoutLoneCandidate = <Entry extends ModelName>(exact: ModelMatch<Entry>): ModelMatch<Entry> =>
  exact.candidates.length > 1 ? exact : { model: null, candidates: [], isNewest: false };

/** Anywhere: at makers, then at the maker that the name begins with, then at hosts. */
function searchAnywhere<Entry extends ModelName>(
  finder: PartsFinder<Entry>,
  key: string,
  vendors: ReturnType<Names["splitVendor"]>,
): PartsMatch<Entry> {
  const makers = finder.inMakers(key, (entry) => entry.isMakersListing);
  if (makers.model || makers.offered.filter(isSame).length > 1) return makers;
  for (const { makerId, model } of vendors) {
    const own = finder.inMakers(model, (entry) => entry.isMakersListing && entry.providerId === makerId);
    if (own.model) return own;
  }
  const hosts = finder.inHosts(key, (entry) => !entry.isMakersListing);
  if (hosts.model && makers.offered.length === 0) return hosts;
  const areEnough = makers.offered.length > 1 && !hosts.offered.some(isSame);
  return { model: null, isNewest: false, offered: areEnough ? makers.offered : mostLikeFirst([...makers.offered, ...hosts.offered]) };
}

/**
 * True where a name means the family's newest release. It may also be an alias,
 * `mistral-large-latest`, or an old id, `mistral-small`; only the id itself means that old model.
 */
function meansFamily(key: string, model: ModelName, latestIds: ReadonlySet<string>): boolean {
  const isWrittenAsId = key.trim().toLowerCase().endsWith(model.modelId.toLowerCase());
  const isUnnamed = model.name.toLowerCase() === model.modelId.toLowerCase();
  const isMoving = isMovingId(model.modelId) && !/latest/i.test(key);
  const isOldId = isUnnamed && latestIds.has(`${idOf(model)}-latest`.toLowerCase());
  return !isWrittenAsId && (isMoving || isOldId);
}

const hasDateBeyond = (key: string, model: ModelName): boolean => modelParts(key).dates.length > modelParts(model.modelId).dates.length;

/**
 * Completes what exact names gave. It adds a model where they gave none, the dated listing where a
 * date was asked for, and more candidates.
 */
export function looseResolver<Entry extends ModelName>(entries: readonly Entry[], { providerIdOf, splitVendor }: Names) {
  const listedBy = new Set(entries.map(({ providerId }) => providerId));
  const latestIds = new Set(entries.filter(({ modelId }) => isMovingId(modelId)).map((entry) => idOf(entry).toLowerCase()));
  let made: PartsFinder<Entry> | undefined;
  // Most names are found exactly, and reading all listings by their parts takes a while.
  const finder = (): PartsFinder<Entry> => (made ??= finderByParts(entries, (word) => listedBy.has(providerIdOf(word) ?? "")));
  const at = (providerId: string, key: string): PartsMatch<Entry> => finder().inMakers(key, (entry) => entry.providerId === providerId);

  /** Candidates closer to the name than the listing that was found without its parts. */
  function closer(key: string, model: Entry): PartsMatch<Entry> | null {
    const dated = hasDateBeyond(key, model) ? at(model.providerId, key) : null;
    if (dated?.model) return dated;
    if (!meansFamily(key, model, latestIds)) return null;
    const newest = finder().inMakers(key, (entry) => entry.providerId === model.providerId && entry !== model);
    return newest.isNewest ? newest : null;
  }

  return (key: string, providerId: string | null, exact: ModelMatch<Entry>): ModelMatch<Entry> => {
    if (exact.model) {
      const found = closer(key, exact.model);
      return found ? toMatch(found) : exact;
    }
    const found = toMatch(providerId === null ? searchAnywhere(finder(), key, splitVendor(key)) : at(providerId, key));
    return isConclusive(found) ? found : withoutLoneCandidate(exact);
  };
}
