import { pairDays, type DayPairs } from "../history/compare-days";
import type { ModelAlias } from "./resolve-model";

export interface ListedModel {
  providerId: string;
  modelId: string;
  /** The result of `keyOf`, if computed already. */
  key?: string;
}

const keyOfId = (providerId: string, modelId: string): string => `${providerId}/${modelId.toLowerCase()}`;

/** A listing's identity across days. */
export const keyOf = ({ providerId, modelId, key }: ListedModel): string => key ?? keyOfId(providerId, modelId);

/** The keys of a listing's former id and of its present one. */
export const aliasKeys = ({ alias, providerId, modelId }: ModelAlias): { former: string; present: string } => ({
  former: keyOfId(providerId, alias.startsWith(`${providerId}/`) ? alias.slice(providerId.length + 1) : alias),
  present: keyOfId(providerId, modelId),
});

/** Old id to new id, where the new one replaced it and did not exist before. */
function successors(before: readonly ListedModel[], after: readonly ListedModel[], aliases: readonly ModelAlias[]): Map<string, string> {
  if (aliases.length === 0) return new Map();
  const [earlier, later] = [before, after].map((entries) => new Set(entries.map(keyOf))) as [Set<string>, Set<string>];
  const replacements = new Map<string, string>();
  const taken = new Set<string>();
  for (const { former: old, present: next } of aliases.map(aliasKeys)) {
    if (!earlier.has(old) || later.has(old) || !later.has(next) || earlier.has(next) || taken.has(next)) continue;
    replacements.set(old, next);
    taken.add(next);
  }
  return replacements;
}

/** Pairs the listings of two days; a model whose id changed in between counts as the same. */
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
