import { pairDays, type DayPairs } from "../history/compare-days";
import type { ModelAlias } from "./resolve-model";

export interface ListedModel {
  providerId: string;
  modelId: string;
  /** `keyOf` it, where that is known already. */
  key?: string;
}

const keyOfId = (providerId: string, modelId: string): string => `${providerId}/${modelId.toLowerCase()}`;
/** By it a listing is the same on two days. */
export const keyOf = ({ providerId, modelId, key }: ListedModel): string => key ?? keyOfId(providerId, modelId);

/** Where an id of the first day went: to the one id of the second that took its place and was not there before. */
function successors(before: readonly ListedModel[], after: readonly ListedModel[], aliases: readonly ModelAlias[]): Map<string, string> {
  if (aliases.length === 0) return new Map();
  const [earlier, later] = [before, after].map((entries) => new Set(entries.map(keyOf))) as [Set<string>, Set<string>];
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { alias, providerId, modelId } of aliases) {
    const [old, next] = [
      keyOfId(providerId, alias.startsWith(`${providerId}/`) ? alias.slice(providerId.length + 1) : alias),
      keyOfId(providerId, modelId),
    ];
    if (!earlier.has(old) || later.has(old) || !later.has(next) || earlier.has(next) || taken.has(next)) continue;
    found.set(old, next);
    taken.add(next);
  }
  return found;
}

/** Listings of two days, model by model; a model whose id was changed in between is still the same. */
export function pairModels<Entry extends ListedModel>(
  before: readonly Entry[],
  after: readonly Entry[],
  aliases: readonly ModelAlias[],
): DayPairs<Entry> {
  const renamed = successors(before, after, aliases);
  return pairDays(before, after, (entry) => {
    const key = keyOf(entry);
    return renamed.get(key) ?? key;
  });
}
