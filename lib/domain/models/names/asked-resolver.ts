import { closestNames } from "../../basics/closest-names";
import { groupBy, indexBy } from "../../basics/group-by";
import type { ModelMatch, ModelName } from "../model-name";
import { modelResolver, normaliseModelKey, type ModelResolverOptions } from "../resolve-model";
import { assumedParts, droppedParts } from "./dropped-parts";
import { namedHost, regionOf, type NamedHost } from "./named-host";

const MOST_CANDIDATES = 10;
/** Most candidates of the named host that are only called much like the asked name. */
const MOST_ALIKE = 3;
/** The base of a fine-tuned model, which is priced apart: `gpt-4o` in `ft:gpt-4o:acme::9xyz`. */
const FINE_TUNED = /^ft:([^:]+)/i;

const idOf = ({ providerId, modelId }: ModelName): string => `${providerId}/${modelId}`;

const taken = <Entry>(model: Entry): ModelMatch<Entry> => ({ model, candidates: [], isNewest: false });

const refused = (candidates: readonly string[], hosts?: readonly string[]): ModelMatch<never> => ({
  model: null,
  candidates: [...new Set(candidates)].slice(0, MOST_CANDIDATES),
  isNewest: false,
  ...(hosts && { refusedAt: hosts }),
});

const offeredBy = ({ model, candidates }: ModelMatch<ModelName>): readonly string[] => (model ? [idOf(model)] : candidates);

/** Whether the name is no shorter than the listing's, whatever its punctuation. */
function isInFull(asked: string, { modelId, name }: ModelName): boolean {
  const form = normaliseModelKey(asked);
  return form === normaliseModelKey(modelId) || form === normaliseModelKey(name);
}

/** Whether a free listing would answer a name that does not ask for one. Such a name means a paid listing elsewhere. */
const isGivenAway = (asked: string, model: ModelName): boolean =>
  model.isFreeListing === true && !model.isMakersListing && !/free/i.test(asked);

/** Whether the name has another cloud region than the listing, and so another price. */
function isOtherRegion(asked: string, { modelId }: ModelName): boolean {
  const [region, listed] = [regionOf(asked.split("/").at(-1) ?? ""), regionOf(modelId)];
  return region !== null && listed !== null && region !== listed;
}

type Find<Entry> = (key: string, hostId?: string) => ModelMatch<Entry>;

/** The match with what of the name its listing lacks, and what of the listing the name lacks. */
function withDifferences<Entry extends ModelName>(resolve: Find<Entry>, isCompany: (word: string) => boolean): Find<Entry> {
  return (key, hostId) => {
    const match = resolve(key, hostId);
    if (!match.model || match.model.modelId.toLowerCase() === key.toLowerCase()) return match;
    const dropped = droppedParts(key, match.model, isCompany).filter((part) => !match.isNewest || part.toLowerCase() !== "latest");
    const assumed = match.isNewest ? [] : assumedParts(key, match.model);
    return { ...match, ...(dropped.length > 0 && { dropped }), ...(assumed.length > 0 && { assumed }) };
  };
}

/** Finds a name without a host: makers' listings, or the listing of the only host that has the model. */
function finderAnywhere<Entry extends ModelName>(find: Find<Entry>, providerIdOf: (key: string) => string | null): Find<Entry> {
  const saysHost = (key: string, hostId: string): boolean => {
    const words = key.split(/[\s_-]+/);
    return words.some((_, index) => providerIdOf(words.slice(0, index + 1).join(" ")) === hostId);
  };
  return (key) => {
    const match = find(key);
    const { model, dropped } = match;
    if (!model || model.isMakersListing) return match;
    if (isGivenAway(key, model) || dropped) return refused([idOf(model)]);
    return saysHost(key, model.providerId) ? match : { ...match, soldBy: model.providerId };
  };
}

/** Finds a name with its host among that host's listings. Candidates are like it, there and elsewhere. */
function finderAtHosts<Entry extends ModelName>(entries: readonly Entry[], find: Find<Entry>, anywhere: Find<Entry>) {
  const byHost = groupBy(entries, ({ providerId }) => providerId);
  const alikeAt = (hosts: readonly string[], model: string): string[] => {
    const leafOf = (id: string): string => id.split("/").at(-1) ?? id;
    const [listed, form] = [hosts.flatMap((host) => byHost.get(host) ?? []), normaliseModelKey(model)];
    const begun = listed.filter(({ modelId }) => form.startsWith(`${normaliseModelKey(modelId)}-`));
    const alike = closestNames(listed, leafOf(model), ({ modelId, name }) => [leafOf(modelId), name]);
    return [...alike, ...begun].slice(0, MOST_ALIKE).map(idOf);
  };
  return ({ hosts, model: key }: NamedHost): ModelMatch<Entry> => {
    const found = hosts.map((host) => find(key, host));
    // An alike name counts only at the likeliest host. The other hosts of this form must list the id itself.
    const chosen = found.find(({ model }, rank) => {
      if (!model || isOtherRegion(key, model)) return false;
      return isInFull(key, model) || (rank === 0 && !isGivenAway(key, model));
    });
    if (chosen) return chosen;
    const own = found.flatMap(offeredBy);
    return own.length > 1 ? refused(own) : refused([...own, ...alikeAt(hosts, key), ...offeredBy(anywhere(key))], hosts);
  };
}

/**
 * Resolves a name that somebody asks for. An exact id is the listing that has it. A name that says its
 * host means that host's listing or none. Parts of the name that the listing lacks are told.
 */
export function askedResolver<Entry extends ModelName>(entries: readonly Entry[], options: ModelResolverOptions = {}) {
  const providerIdOf = options.providerIdOf ?? (() => null);
  const find = withDifferences(modelResolver(entries, options), (word) => providerIdOf(word) !== null);
  const anywhere = finderAnywhere(find, providerIdOf);
  const atHosts = finderAtHosts(entries, find, anywhere);
  const compounds = indexBy(entries, (entry) => [idOf(entry).toLowerCase()]);
  const ids = indexBy(entries, ({ modelId }) => [modelId.toLowerCase()]);

  const byExactId = (key: string): ModelMatch<Entry> | null => {
    const [compound] = compounds.get(key.toLowerCase()) ?? [];
    if (compound) return taken(compound);
    const [only, ...more] = ids.get(key.toLowerCase()) ?? [];
    if (!only || more.length > 0) return null;
    const named = namedHost(key, providerIdOf);
    const isAtHost = named !== null && (named.hosts.length === 0 || named.hosts.includes(only.providerId));
    if (isAtHost || only.isMakersListing) return taken(only);
    const meant = named === null ? find(key) : find(named.model, named.hosts[0]);
    const others = offeredBy(meant).filter((id) => id !== idOf(only));
    return { ...taken(only), others, ...(named !== null && { otherHost: named.written }) };
  };

  const ask = (asked: string): ModelMatch<Entry> => {
    const key = asked.trim();
    const exact = byExactId(key);
    if (exact) return exact;
    const [, base] = FINE_TUNED.exec(key) ?? [];
    if (base !== undefined) return refused(offeredBy(ask(base)), []);
    const named = namedHost(key, providerIdOf);
    if (!named) return anywhere(key);
    if (named.hosts.length > 0) return atHosts(named);
    const match = ask(named.model);
    return match.model ? { otherHost: named.written, ...match } : match;
  };
  return ask;
}
