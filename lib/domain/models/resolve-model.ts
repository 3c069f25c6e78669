export interface ModelName {
  providerId: string;
  modelId: string;
  name: string;
  isMakersListing: boolean;
}

export interface ModelMatch<Entry> {
  model: Entry | null;
  /** `provider/id` of the models that fit equally well; only filled when none was chosen. */
  candidates: string[];
}

export interface ModelAlias {
  alias: string;
  providerId: string;
  modelId: string;
}

export interface ModelResolverOptions {
  aliases?: readonly ModelAlias[];
  /** The shared provider resolution, for `provider/id` keys in any spelling of the provider. */
  providerIdOf?: (key: string) => string | null;
}

const MOST_CANDIDATES = 10;
const nobody = (): null => null;
// Full dates only: `0613` in `gpt-4-0613` names another model, not another day of the same.
const DATED = /[-@](?:20\d{2}-?(?:0[1-9]|1[0-2])-?(?:[0-2]\d|3[01]))(?=$|[-:@])/g;

/** Case, spaces, dots, underscores and vendor prefixes never tell two models apart. */
export function normaliseModelKey(key: string): string {
  const leaf = key.trim().toLowerCase().split("/").at(-1) ?? "";
  return leaf
    .replace(/[\s._:()]+/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}

export const withoutDate = (normalisedKey: string): string => normalisedKey.replace(DATED, "").replace(/-latest$/, "");

type Index<Entry> = ReadonlyMap<string, readonly Entry[]>;

function indexBy<Entry>(entries: readonly Entry[], keysOf: (entry: Entry) => readonly string[]): Index<Entry> {
  const index = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const key of new Set(keysOf(entry))) {
      const group = index.get(key);
      if (group) group.push(entry);
      else if (key !== "") index.set(key, [entry]);
    }
  }
  return index;
}

const idOf = (entry: ModelName): string => `${entry.providerId}/${entry.modelId}`;

function choose<Entry extends ModelName>(found: readonly Entry[]): ModelMatch<Entry> {
  const [only] = found;
  if (found.length === 1 && only) return { model: only, candidates: [] };
  return { model: null, candidates: found.map(idOf).sort().slice(0, MOST_CANDIDATES) };
}

/** Several with one name: the one whose id says the same, if that is one. */
function chooseByName<Entry extends ModelName>(found: readonly Entry[], wanted: string): ModelMatch<Entry> {
  const sameId = found.filter((entry) => normaliseModelKey(entry.modelId) === wanted);
  return choose(found.length > 1 && sameId.length === 1 ? sameId : found);
}

/** The undated listing stands for the model; a dated one only when it is the single one. */
function chooseByDate<Entry extends ModelName>(found: readonly Entry[]): ModelMatch<Entry> {
  const undated = found.filter((entry) => withoutDate(normaliseModelKey(entry.modelId)) === normaliseModelKey(entry.modelId));
  return choose(undated.length === 1 ? undated : found);
}

interface Lookups<Entry> {
  ids: Index<Entry>;
  names: Index<Entry>;
  normalised: Index<Entry>;
  undated: Index<Entry>;
}

function lookupsOf<Entry extends ModelName>(entries: readonly Entry[]): Lookups<Entry> {
  const keys = (entry: Entry): string[] => [normaliseModelKey(entry.modelId), normaliseModelKey(entry.name)];
  return {
    ids: indexBy(entries, (entry) => [entry.modelId.toLowerCase()]),
    names: indexBy(entries, (entry) => [entry.name.toLowerCase()]),
    normalised: indexBy(entries, keys),
    undated: indexBy(entries, (entry) => keys(entry).map(withoutDate)),
  };
}

function lookUp<Entry extends ModelName>(lookups: Lookups<Entry>, key: string): ModelMatch<Entry> {
  const exact = key.trim().toLowerCase();
  const wanted = normaliseModelKey(key);
  const byId = lookups.ids.get(exact);
  if (byId) return choose(byId);
  const byName = lookups.names.get(exact);
  if (byName) return chooseByName(byName, wanted);
  const byForm = lookups.normalised.get(wanted);
  if (byForm) return chooseByName(byForm, wanted);
  return chooseByDate(lookups.undated.get(withoutDate(wanted)) ?? []);
}

/** Where a cloud runs a model, before the maker's name: `us.anthropic.claude…`. */
const REGION = /^(?:us|eu|apac|global|jp|au|ca)-/;
/** A cloud's own count of a model's packages: `…-20251101-v1:0`. */
const REVISION = /-v\d+-\d+$/;
const LONGEST_VENDOR = 3;

interface Vendored {
  makerId: string;
  model: string;
}

/** `anthropic.claude-opus-4-5`, `Anthropic: Claude Opus 4.5`: the maker stands before the model, with any mark between. */
function behindVendor(form: string, providerIdOf: (key: string) => string | null): Vendored[] {
  const words = form.replace(REGION, "").split("-");
  return Array.from({ length: Math.min(LONGEST_VENDOR, words.length - 1) }, (_, index) => index + 1).flatMap((length) => {
    const makerId = providerIdOf(words.slice(0, length).join("-"));
    const model = words.slice(length).join("-");
    return makerId === null ? [] : [...new Set([model, model.replace(REVISION, "")])].map((key) => ({ makerId, model: key }));
  });
}

/** A cloud's names of other makers' models without the maker; of several regions the one that is none. */
function withoutVendors<Entry extends ModelName>(entries: readonly Entry[], providerIdOf: (key: string) => string | null) {
  const index = indexBy(entries, (entry) =>
    behindVendor(normaliseModelKey(entry.modelId), providerIdOf).flatMap(({ model }) => [model, withoutDate(model)]),
  );
  return (key: string): ModelMatch<Entry> => {
    const found = index.get(normaliseModelKey(key)) ?? [];
    const general = found.filter((entry) => !REGION.test(normaliseModelKey(entry.modelId)));
    return choose(general.length > 0 ? general : found);
  };
}

type InProvider<Entry> = (key: string, providerId: string) => ModelMatch<Entry>;

const isSettled = (match: ModelMatch<ModelName>): boolean => match.model !== null || match.candidates.length > 0;

/** Looks in one provider's listings only; the provider's own id may stand before the model's, and the maker's left out. */
function withinProviders<Entry extends ModelName>(
  entries: readonly Entry[],
  providerIdOf: (key: string) => string | null,
): InProvider<Entry> {
  const known = new Map<string, { lookups: Lookups<Entry>; findBare: (key: string) => ModelMatch<Entry> }>();
  const listed = (providerId: string) => {
    const ready = known.get(providerId);
    if (ready) return ready;
    const own = entries.filter((entry) => entry.providerId === providerId);
    const made = { lookups: lookupsOf(own), findBare: withoutVendors(own, providerIdOf) };
    known.set(providerId, made);
    return made;
  };
  return (key: string, providerId: string): ModelMatch<Entry> => {
    const { lookups, findBare } = listed(providerId);
    const prefix = `${providerId}/`;
    const keys = key.toLowerCase().startsWith(prefix) ? [key, key.slice(prefix.length)] : [key];
    const found = keys.map((one) => lookUp(lookups, one)).find(isSettled);
    return found ?? findBare(keys.at(-1) ?? key);
  };
}

/** `provider/id` in any spelling of the provider, else a maker's listing. */
function withoutProvider<Entry extends ModelName>(
  entries: readonly Entry[],
  all: Index<Entry>,
  inProvider: InProvider<Entry>,
  providerIdOf: (key: string) => string | null,
) {
  const makers = lookupsOf(entries.filter((entry) => entry.isMakersListing));
  return (key: string): ModelMatch<Entry> => {
    const compound = all.get(key.trim().toLowerCase());
    if (compound) return choose(compound);
    const slash = key.indexOf("/");
    const named = slash > 0 ? providerIdOf(key.slice(0, slash)) : null;
    const there = named === null ? null : inProvider(key.slice(slash + 1), named);
    if (there && isSettled(there)) return there;
    const made = lookUp(makers, key);
    if (isSettled(made)) return made;
    const vendored = behindVendor(normaliseModelKey(key), providerIdOf).map(({ makerId, model }) => inProvider(model, makerId));
    return vendored.find(isSettled) ?? made;
  };
}

/**
 * The one way from what a caller typed to a model: exact id or name, then the same without punctuation, prefix and
 * date, then aliases. A bare key means a maker's listing; `provider/id` or a given provider finds any listing there.
 */
export function modelResolver<Entry extends ModelName>(
  entries: readonly Entry[],
  { providerIdOf = nobody, ...options }: ModelResolverOptions = {},
) {
  const all = indexBy(entries, (entry) => [idOf(entry).toLowerCase()]);
  const aliases = indexBy(options.aliases ?? [], (entry) => [normaliseModelKey(entry.alias)]);
  const elsewhere = indexBy(
    entries.filter((entry) => !entry.isMakersListing),
    (entry) => [normaliseModelKey(entry.modelId), normaliseModelKey(entry.name)],
  );
  const inProvider = withinProviders(entries, providerIdOf);
  const bare = withoutProvider(entries, all, inProvider, providerIdOf);

  const byAlias = (form: string): ModelMatch<Entry> => {
    const targets = (aliases.get(form) ?? []).flatMap((entry) => all.get(`${entry.providerId}/${entry.modelId}`.toLowerCase()) ?? []);
    return choose([...new Set(targets)]);
  };
  /** Whoever hosts a model that its maker does not sell is worth naming, and never chosen. */
  const hostsOf = (form: string): ModelMatch<Entry> => ({
    model: null,
    candidates: (elsewhere.get(form) ?? []).map(idOf).sort().slice(0, MOST_CANDIDATES),
  });

  return (key: string, providerId: string | null = null): ModelMatch<Entry> => {
    const form = normaliseModelKey(key);
    const found = providerId === null ? bare(key) : inProvider(key, providerId);
    if (isSettled(found) || form === "") return found;
    const aliased = byAlias(form);
    if (aliased.model && (providerId === null || aliased.model.providerId === providerId)) return aliased;
    return providerId === null ? hostsOf(form) : found;
  };
}
