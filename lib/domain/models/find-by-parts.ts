import { compareText } from "../basics/text";
import { fitListing, type Fit } from "./fit-parts";
import { modelParts, type ModelParts } from "./model-parts";
import { newestOfEach, newestRelease, sharedCore } from "./newest-release";
import type { ModelName } from "./model-name";

const LATEST = "latest";

export interface PartsMatch<Entry> {
  model: Entry | null;
  /** Whether a family was named, and this is its newest active release. */
  isNewest: boolean;
  /** The listings that fit, closest first; the chosen one alone where one was chosen. */
  offered: readonly Fit<Entry>[];
}

const NOTHING = { model: null, isNewest: false, offered: [] };
const chosen = <Entry>(fit: Fit<Entry>, isNewest = false): PartsMatch<Entry> => ({ model: fit.entry, isNewest, offered: [fit] });

const isBareFamily = ({ version, sizes, dates }: ModelParts): boolean => version === "" && sizes.length === 0 && dates.length === 0;

/** The one listing of a version whose words all others have. `gpt 3.5` is GPT-3.5 Turbo, not its 16k version. */
function coreOfVersion<Entry extends ModelName>(fits: readonly Fit<Entry>[], asked: ModelParts): Fit<Entry> | null {
  if (asked.version === "" || asked.words.length === 0) return null;
  const core = sharedCore(fits).filter(({ isUnsized }) => !isUnsized);
  const undated = core.filter(({ isUndated }) => !isUndated);
  const [only, ...more] = undated.length > 0 ? undated : core;
  return only && more.length === 0 ? only : null;
}

const byCloseness = <Entry extends ModelName>(fits: readonly Fit<Entry>[]): Fit<Entry>[] =>
  fits.toSorted(
    (a, b) =>
      Number(b.isSame) - Number(a.isSame) ||
      a.extras - b.extras ||
      compareText(a.entry.providerId, b.entry.providerId) ||
      compareText(a.entry.modelId, b.entry.modelId),
  );

/** The one listing that is the very model and the closest; null where none is, or several are. */
function onlyClosest<Entry extends ModelName>(fits: readonly Fit<Entry>[]): Fit<Entry> | null {
  const [first, second] = byCloseness(fits.filter(({ isSame }) => isSame));
  return first && first.extras !== second?.extras ? first : null;
}

/** Chooses among a maker's listings that fit the name: a family's newest, a version's plain one. */
function chooseMakers<Entry extends ModelName>(fits: readonly Fit<Entry>[], asked: ModelParts): PartsMatch<Entry> {
  const closest = onlyClosest(fits);
  const isBare = isBareFamily(asked);
  // `turbo` alone is no name, though a company has a model of which it is the only other word.
  const isFound = closest !== null && (!isBare || closest.familyWords.length === 0);
  if (isFound && (!isBare || closest.extras === 0)) return chosen(closest);
  const newest = isBare ? newestRelease(fits) : null;
  if (newest) return chosen(newest, true);
  if (isFound) return chosen(closest);
  const core = fits.some(({ isSame }) => isSame) ? null : coreOfVersion(fits, asked);
  // A host that sells a single variant means that variant, a maker its plain model.
  return core?.entry.isMakersListing ? chosen(core) : { ...NOTHING, offered: isBare ? newestOfEach(fits) : byCloseness(fits) };
}

/** A host's listing is chosen only where no other host sells the same weights. */
function chooseHosts<Entry extends ModelName>(fits: readonly Fit<Entry>[]): PartsMatch<Entry> {
  const closest = onlyClosest(fits);
  const isSoldElsewhere = fits.some(({ entry, otherWords }) => otherWords.length === 0 && entry.providerId !== closest?.entry.providerId);
  return closest && !isSoldElsewhere ? chosen(closest) : { ...NOTHING, offered: byCloseness(fits) };
}

/** `claude-3-5-sonnet-latest` where only dated listings exist: the newest of them is meant. */
function newestDated<Entry extends ModelName>(fits: readonly Fit<Entry>[]): PartsMatch<Entry> | null {
  const same = fits.filter(({ isSame }) => isSame).toSorted((a, b) => compareText(b.entry.modelId, a.entry.modelId));
  const newest = newestRelease(fits) ?? same[0];
  return newest ? chosen(newest, true) : null;
}

/**
 * Finds listings whose id or name has the parts of the name that is asked for.
 * Companies are no part of a name: `anthropic.claude-opus-4-5` is `opus 4.5`.
 */
export function finderByParts<Entry extends ModelName>(entries: readonly Entry[], isCompanyName: (word: string) => boolean) {
  const listings = entries.map((entry) => ({ entry, forms: [modelParts(entry.modelId), modelParts(entry.name)] }));
  const known = new Set(listings.flatMap(({ forms }) => forms.flatMap(({ words }) => words)));
  for (const letter of ["v", "o"]) known.add(letter);
  const companies = new Set([...known].filter(isCompanyName));
  const isCompany = (word: string): boolean => companies.has(word);
  const fitsOf = (asked: ModelParts, isMeant: (entry: Entry) => boolean): Fit<Entry>[] =>
    listings.flatMap((listing) => (isMeant(listing.entry) ? (fitListing(listing, asked, isCompany) ?? []) : []));

  return {
    inMakers(key: string, isMeant: (entry: Entry) => boolean): PartsMatch<Entry> {
      const asked = modelParts(key, known);
      if (asked.words.length === 0 && asked.version === "") return NOTHING;
      const fits = fitsOf(asked, isMeant);
      const released = { ...asked, words: asked.words.filter((word) => word !== LATEST) };
      const isLatest = released.words.length < asked.words.length && (fits.length === 0 || isBareFamily(asked));
      return (isLatest ? newestDated(fitsOf(released, isMeant)) : null) ?? chooseMakers(fits, asked);
    },
    inHosts(key: string, isMeant: (entry: Entry) => boolean): PartsMatch<Entry> {
      const asked = modelParts(key, known);
      return asked.words.length === 0 && asked.version === "" ? NOTHING : chooseHosts(fitsOf(asked, isMeant));
    },
  };
}

export type PartsFinder<Entry extends ModelName> = ReturnType<typeof finderByParts<Entry>>;
