import { indexBy, type Index } from "../basics/group-by";
import { looseResolver } from "./loose-resolver";
import type { ModelMatch, ModelName } from "./model-name";

/** Callers choose per call how hard a model thinks. Boards and configurations write that behind the model's name. */
const EFFORT = /[-_\s:@(]+((?:none|minimal|low|medium|high|xhigh|max)(?:[-_\s]effort)?|(?:thinking|reasoning)(?:[-_\s]\d+k)?)\)?$/i;

/**
 * Splits the effort off a name: `gpt-5-high`, `claude-opus-4-5-thinking-32k`, `GPT-5 (high)`. Null
 * where there is none.
 */
function askedEffort(name: string): { model: string; effort: string } | null {
  const match = EFFORT.exec(name.trim());
  const model = match ? name.trim().slice(0, match.index) : "";
  return match?.[1] && model !== "" ? { model, effort: match[1].toLowerCase() } : null;
}

/** Tries the last word of an unlisted name as an effort. The rest of the name must be a model that reasons. */
function resolveWithEffort<Entry extends ModelName>(resolve: (name: string) => ModelMatch<Entry>, name: string): ModelMatch<Entry> {
  const whole = resolve(name);
  if (whole.model || whole.candidates.length > 0) return whole;
  const asked = askedEffort(name);
  const found = asked && resolve(asked.model);
  if (!asked || !found) return whole;
  if (!found.model) return found;
  return found.model.capabilities?.includes("reasoning") ? { ...found, effort: asked.effort } : whole;
}

export interface ModelAlias {
  alias: string;
  providerId: string;
  modelId: string;
}

export interface ModelResolverOptions {
  aliases?: readonly ModelAlias[];
  /** Provider id for any spelling of a provider, for `provider/id` keys. */
  providerIdOf?: (key: string) => string | null;
  /** Also finds `gpt5` and `claude 4.5 sonnet`. For what callers type; scores of another source need its exact names. */
  byParts?: boolean;
}

const MOST_CANDIDATES = 10;
const noProvider = (): null => null;
// Full dates only: `0613` in `gpt-4-0613` is a different model, not another date of the same.
const DATE_SUFFIX = /[-@](?:20\d{2}-?(?:0[1-9]|1[0-2])-?(?:[0-2]\d|3[01]))(?=$|[-:@])/g;

/** Case, spaces, dots, underscores and vendor prefixes do not distinguish models. */
export function normaliseModelKey(key: string): string {
  const leaf = key.trim().toLowerCase().split("/").at(-1) ?? "";
  return leaf
    .replace(/[\s._:()]+/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}

export const withoutDate = (normalisedKey: string): string => normalisedKey.replace(DATE_SUFFIX, "").replace(/-latest$/, "");

const idOf = (entry: ModelName): string => `${entry.providerId}/${entry.modelId}`;

const refuse = (found: readonly ModelName[]): ModelMatch<never> => ({
  model: null,
  candidates: found.map(idOf).sort().slice(0, MOST_CANDIDATES),
  isNewest: false,
});

function choose<Entry extends ModelName>(found: readonly Entry[]): ModelMatch<Entry> {
  const [only] = found;
  return found.length === 1 && only ? { model: only, candidates: [], isNewest: false } : refuse(found);
}

/** Among several of one name, prefers the one whose id matches too, if it is the only one. */
function chooseByName<Entry extends ModelName>(found: readonly Entry[], key: string): ModelMatch<Entry> {
  const sameId = found.filter((entry) => normaliseModelKey(entry.modelId) === key);
  return choose(found.length > 1 && sameId.length === 1 ? sameId : found);
}

/** Prefers the undated listing; a dated one only if it is the only one. */
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
  const form = normaliseModelKey(key);
  const byId = lookups.ids.get(exact);
  if (byId) return choose(byId);
  const byName = lookups.names.get(exact);
  if (byName) return chooseByName(byName, form);
  const byForm = lookups.normalised.get(form);
  if (byForm) return chooseByName(byForm, form);
  return chooseByDate(lookups.undated.get(withoutDate(form)) ?? []);
}

/** A cloud's region before the maker's name: `us.anthropic.claude…`. */
const REGION = /^(?:us|eu|apac|global|jp|au|ca)-/;
/** A cloud's package revision: `…-20251101-v1:0`. */
const REVISION = /-v\d+-\d+$/;
const LONGEST_VENDOR = 3;

interface VendorSplit {
  makerId: string;
  model: string;
}

/** `anthropic.claude-opus-4-5`, `Anthropic: Claude Opus 4.5`: maker before model, with any separator. */
function splitVendor(form: string, providerIdOf: (key: string) => string | null): VendorSplit[] {
  const words = form.replace(REGION, "").split("-");
  return Array.from({ length: Math.min(LONGEST_VENDOR, words.length - 1) }, (_, index) => index + 1).flatMap((length) => {
    const makerId = providerIdOf(words.slice(0, length).join("-"));
    const model = words.slice(length).join("-");
    return makerId === null ? [] : [...new Set([model, model.replace(REVISION, "")])].map((key) => ({ makerId, model: key }));
  });
}

/** Finds a cloud's listing of another maker's model by its bare name, preferably without a region. */
function withoutVendors<Entry extends ModelName>(entries: readonly Entry[], providerIdOf: (key: string) => string | null) {
  const index = indexBy(entries, (entry) =>
    splitVendor(normaliseModelKey(entry.modelId), providerIdOf).flatMap(({ model }) => [model, withoutDate(model)]),
  );
  return (key: string): ModelMatch<Entry> => {
    const found = index.get(normaliseModelKey(key)) ?? [];
    const general = found.filter((entry) => !REGION.test(normaliseModelKey(entry.modelId)));
    return choose(general.length > 0 ? general : found);
  };
}

type InProvider<Entry> = (key: string, providerId: string) => ModelMatch<Entry>;

const isConclusive = (match: ModelMatch<ModelName>): boolean => match.model !== null || match.candidates.length > 0;

/** Searches one provider's listings only. The provider's id may precede the model's, and the maker's may be missing. */
function withinProviders<Entry extends ModelName>(
  entries: readonly Entry[],
  providerIdOf: (key: string) => string | null,
): InProvider<Entry> {
  const cache = new Map<string, { lookups: Lookups<Entry>; findBare: (key: string) => ModelMatch<Entry> }>();
  const finderOf = (providerId: string) => {
    const cached = cache.get(providerId);
    if (cached) return cached;
    const own = entries.filter((entry) => entry.providerId === providerId);
    const finder = { lookups: lookupsOf(own), findBare: withoutVendors(own, providerIdOf) };
    cache.set(providerId, finder);
    return finder;
  };
  return (key: string, providerId: string): ModelMatch<Entry> => {
    const { lookups, findBare } = finderOf(providerId);
    const prefix = `${providerId}/`;
    const keys = key.toLowerCase().startsWith(prefix) ? [key, key.slice(prefix.length)] : [key];
    const found = keys.map((one) => lookUp(lookups, one)).find(isConclusive);
    return found ?? findBare(keys.at(-1) ?? key);
  };
}

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
    const providerId = slash > 0 ? providerIdOf(key.slice(0, slash)) : null;
    const atProvider = providerId === null ? null : inProvider(key.slice(slash + 1), providerId);
    if (atProvider && isConclusive(atProvider)) return atProvider;
    const atMaker = lookUp(makers, key);
    if (isConclusive(atMaker)) return atMaker;
    const vendored = splitVendor(normaliseModelKey(key), providerIdOf).map(({ makerId, model }) => inProvider(model, makerId));
    return vendored.find(isConclusive) ?? atMaker;
  };
}

/**
 * Exact id or name, then without punctuation, prefix and date, then aliases. Without a provider the maker's listing is meant;
 * `provider/id` or `providerId` finds any listing there.
 */
export function modelResolver<Entry extends ModelName>(
  entries: readonly Entry[],
  { providerIdOf = noProvider, ...options }: ModelResolverOptions = {},
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
  /** Hosts of a model that its maker does not sell are suggested, never chosen. */
  const hostsOf = (form: string): ModelMatch<Entry> => refuse(elsewhere.get(form) ?? []);

  const resolveExactly = (key: string, providerId: string | null): ModelMatch<Entry> => {
    const form = normaliseModelKey(key);
    const found = providerId === null ? bare(key) : inProvider(key, providerId);
    if (isConclusive(found) || form === "") return found;
    const aliased = byAlias(form);
    if (aliased.model && (providerId === null || aliased.model.providerId === providerId)) return aliased;
    return providerId === null ? hostsOf(form) : found;
  };
  const complete = options.byParts
    ? looseResolver(entries, { providerIdOf, splitVendor: (key) => splitVendor(normaliseModelKey(key), providerIdOf) })
    : null;

  return (key: string, providerId: string | null = null): ModelMatch<Entry> =>
    complete === null
      ? resolveExactly(key, providerId)
      : resolveWithEffort((name) => complete(name, providerId, resolveExactly(name, providerId)), key);
}
