import { compareText } from "./compare-text";
import { deltaPct } from "./delta-pct";
import { pairModels, type ListedModel } from "./pair-models";
import type { ModelAlias } from "./resolve-model";

export interface DayPrice extends ListedModel {
  name: string;
  inputPrice: number;
  outputPrice: number;
}

export const byProviderAndId = (left: ListedModel, right: ListedModel): number => compareText(left.providerId, right.providerId) || compareText(left.modelId, right.modelId);

export const PRICE_FIELDS = ["inputPrice", "outputPrice"] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

export interface PriceChange<Entry> {
  /** As it stands on the second day. */
  entry: Entry;
  field: PriceField;
  from: number;
  to: number;
  deltaPct: number | null;
}

export interface PriceComparison<Entry> {
  added: Entry[];
  removed: Entry[];
  /** One for each field: a model whose two prices changed stands here twice. */
  changed: PriceChange<Entry>[];
  changedModels: number;
  unchangedModels: number;
}

function addChange<Entry>(changed: PriceChange<Entry>[], entry: Entry, field: PriceField, from: number, to: number): void {
  if (from !== to) changed.push({ entry, field, from, to, deltaPct: deltaPct(from, to) });
}

/** Prices of two days, model by model; a model whose id was changed in between is still the same. */
export function comparePrices<Entry extends DayPrice>(before: readonly Entry[], after: readonly Entry[], aliases: readonly ModelAlias[] = []): PriceComparison<Entry> {
  const { added, removed, both } = pairModels(before, after, aliases);
  const changed: PriceChange<Entry>[] = [];
  let changedModels = 0;
  for (const pair of both) {
    const countBefore = changed.length;
    // Told one by one: thousands of fields read by a name that varies take three times as long.
    addChange(changed, pair.after, "inputPrice", pair.before.inputPrice, pair.after.inputPrice);
    addChange(changed, pair.after, "outputPrice", pair.before.outputPrice, pair.after.outputPrice);
    if (changed.length > countBefore) changedModels += 1;
  }
  return { added, removed, changed, changedModels, unchangedModels: both.length - changedModels };
}
