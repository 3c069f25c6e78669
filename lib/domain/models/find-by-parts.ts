import { compareText } from "../basics/text";
import { modelParts, type ModelParts } from "./model-parts";
import type { ModelMatch, ModelName } from "./resolve-model";

/** Of these a listing may have more than the name that is asked for, and still be the model that is meant. */
const STAGES = new Set(["preview", "latest", "labs", "open"]);
/** A family whose name is often left out: `4o`, `codex 5.2`. Those that are also a company's name need no mention here. */
const OMITTED_FAMILY = "gpt";

const MOST_CANDIDATES = 10;

interface Fit<Entry> {
  entry: Entry;
  /** Whether this is the very model, not only one that shares all that was said. */
  isSame: boolean;
  /** What the listing says and the name does not: the fewer, the closer. */
  extras: number;
}

const hasAll = (parts: readonly string[], asked: readonly string[]): boolean => asked.every((part) => parts.includes(part));

const versionFits = (listed: string, asked: ModelParts): boolean =>
  asked.version === "" ||
  listed === asked.version ||
  // `gpt41` leaves the separator out.
  (/^[1-9]\d$/.test(asked.version) && listed === [...asked.version].join("."));

function fit(listed: ModelParts, dates: number, asked: ModelParts, isCompany: (word: string) => boolean): Omit<Fit<unknown>, "entry"> | null {
  const fits =
    hasAll(listed.words, asked.words) &&
    hasAll(listed.sizes, asked.sizes) &&
    hasAll(listed.dates, asked.dates) &&
    versionFits(listed.version, asked);
  if (!fits) return null;
  const words = listed.words.filter((word) => !asked.words.includes(word) && word !== OMITTED_FAMILY && !isCompany(word));
  const isOther = words.some((word) => !STAGES.has(word));
  const isBare = listed.version !== "" && asked.version === "" && asked.sizes.length === 0;
  const isUnsized = listed.sizes.length > 0 && asked.sizes.length === 0;
  const extras = words.length + (listed.sizes.length - asked.sizes.length) + (dates - asked.dates.length);
  return { isSame: !isOther && !isBare && !isUnsized, extras };
}

export interface PartsMatch<Entry> extends ModelMatch<Entry> {
  /** Whether the candidates are all the very model that was asked for; otherwise they share what was said of it. */
  areSame: boolean;
}

const idOf = ({ providerId, modelId }: ModelName): string => `${providerId}/${modelId}`;

function chooseClosest<Entry extends ModelName>(fits: readonly Fit<Entry>[]): PartsMatch<Entry> {
  const byCloseness = fits.toSorted((a, b) => a.extras - b.extras || compareText(idOf(a.entry), idOf(b.entry)));
  const same = byCloseness.filter(({ isSame }) => isSame);
  const closest = same.filter(({ extras }) => extras === same[0]?.extras);
  const [only] = closest;
  if (only && closest.length === 1) return { model: only.entry, candidates: [], areSame: true };
  const offered = same.length > 0 ? same : byCloseness;
  return { model: null, candidates: offered.map(({ entry }) => idOf(entry)), areSame: same.length > 0 };
}

/**
 * Finds listings whose id or name has the parts of the name that is asked for; several that are equally close are candidates.
 * Companies are no part of a name: `anthropic.claude-opus-4-5` is `opus 4.5`.
 */
export function finderByParts<Entry extends ModelName>(entries: readonly Entry[], isCompany: (word: string) => boolean) {
  const parsed = entries.map((entry) => ({ entry, forms: [modelParts(entry.modelId), modelParts(entry.name)] }));
  const known = new Set(parsed.flatMap(({ forms }) => forms.flatMap(({ words }) => words)));
  for (const letter of ["v", "o"]) known.add(letter);
  const companies = new Set([...known].filter(isCompany));
  return (key: string, isMeant: (entry: Entry) => boolean): PartsMatch<Entry> => {
    const asked = modelParts(key, known);
    if (asked.words.length === 0 && asked.version === "") return { model: null, candidates: [], areSame: false };
    const fits = parsed.flatMap(({ entry, forms }): Fit<Entry>[] => {
      if (!isMeant(entry)) return [];
      // A display name is written without the date that the id has.
      const dates = Math.max(...forms.map((listed) => listed.dates.length));
      const found = forms.flatMap((listed) => fit(listed, dates, asked, (word) => companies.has(word)) ?? []);
      const [best] = found.toSorted((a, b) => Number(b.isSame) - Number(a.isSame) || a.extras - b.extras);
      return best ? [{ entry, ...best }] : [];
    });
    return chooseClosest(fits);
  };
}

/** What stands before the first slash: `bedrock` in `bedrock/anthropic.claude-opus-4-5`. */
const prefixOf = (key: string): string | null => (key.includes("/") ? key.slice(0, key.indexOf("/")) : null);

interface Names {
  providerIdOf: (key: string) => string | null;
  /** The maker and the rest of a name that begins with its maker: `openai o3`. */
  splitVendor: (key: string) => readonly { makerId: string; model: string }[];
}

/** Completes what the exact names gave: a model where they gave none, the dated listing where a date was asked for, more candidates. */
export function looseResolver<Entry extends ModelName>(entries: readonly Entry[], { providerIdOf, splitVendor }: Names) {
  const find = finderByParts(entries, (word) => providerIdOf(word) !== null);
  const isMakers = (entry: Entry): boolean => entry.isMakersListing;

  function anywhere(key: string): ModelMatch<Entry> {
    const makers = find(key, isMakers);
    if (makers.model || (makers.areSame && makers.candidates.length > 1)) return makers;
    for (const { makerId, model } of splitVendor(key)) {
      const own = find(model, (entry) => entry.isMakersListing && entry.providerId === makerId);
      if (own.model) return own;
    }
    const hosts = find(key, (entry) => !entry.isMakersListing);
    if (hosts.areSame && (hosts.model === null || makers.candidates.length === 0)) return hosts;
    if (hosts.model) return { model: null, candidates: [...makers.candidates, idOf(hosts.model)] };
    return { model: null, candidates: [...makers.candidates, ...hosts.candidates] };
  }

  function completed(key: string, providerId: string | null, exact: ModelMatch<Entry>): ModelMatch<Entry> {
    const prefix = prefixOf(key);
    const host = providerId ?? (prefix === null ? null : providerIdOf(prefix));
    const atHost = host === null || exact.model?.providerId === host ? null : find(key, (entry) => entry.providerId === host);
    if (atHost?.model) return atHost;
    const { model } = exact;
    if (!model) return providerId === null ? anywhere(key) : (atHost ?? exact);
    const lacksDate = modelParts(key).dates.length > modelParts(model.modelId).dates.length;
    const dated = lacksDate ? find(key, (entry) => entry.providerId === model.providerId) : exact;
    return dated.model ? dated : exact;
  }

  return (key: string, providerId: string | null, exact: ModelMatch<Entry>): ModelMatch<Entry> => {
    const { model, candidates } = completed(key, providerId, exact);
    const offered = candidates.length > 1 ? candidates : exact.candidates;
    // One candidate that is not the very model would be a riddle to the caller: it is offered only beside others.
    return model ? { model, candidates: [] } : { model: null, candidates: offered.length > 1 ? offered.slice(0, MOST_CANDIDATES) : [] };
  };
}
