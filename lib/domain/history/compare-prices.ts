import { compareText } from "../basics/text";
import { deltaPct } from "../basics/arithmetic";
import { pairModels, type ListedModel } from "../models/pair-models";
import type { ModelAlias } from "../models/resolve-model";

export interface DayPrice extends ListedModel {
  name: string;
  inputPrice: number;
  outputPrice: number;
}

export const byProviderAndId = (left: ListedModel, right: ListedModel): number =>
  compareText(left.providerId, right.providerId) || compareText(left.modelId, right.modelId);

export const PRICE_FIELDS = ["inputPrice", "outputPrice"] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

interface PriceChange<Entry> {
  /** As it stands on the second day. */
  entry: Entry;
  field: PriceField;
  from: number;
  to: number;
  deltaPct: number | null;
}

/** How a change is told, for each field that differs. */
export type TellChange<Entry, Told> = (entry: Entry, field: PriceField, from: number, to: number, deltaPct: number | null) => Told;

export interface PriceComparison<Entry, Told = PriceChange<Entry>> {
  added: Entry[];
  removed: Entry[];
  /** One for each field: a model whose two prices changed stands here twice. */
  changed: Told[];
  changedModels: number;
  unchangedModels: number;
}

/** Prices of two days, model by model, with changes as they are told; a model whose id was changed in between is still the same. */
export function tellPriceChanges<Entry extends DayPrice, Told>(
  before: readonly Entry[],
  after: readonly Entry[],
  aliases: readonly ModelAlias[],
  tell: TellChange<Entry, Told>,
): PriceComparison<Entry, Told> {
  const { added, removed, both } = pairModels(before, after, aliases);
  const changed: Told[] = [];
  let changedModels = 0;
  const compare = (entry: Entry, field: PriceField, from: number, to: number): void => {
    if (from !== to) changed.push(tell(entry, field, from, to, deltaPct(from, to)));
  };
  for (const pair of both) {
    const countBefore = changed.length;
    // Told one by one: thousands of fields read by a name that varies take three times as long.
    compare(pair.after, "inputPrice", pair.before.inputPrice, pair.after.inputPrice);
    compare(pair.after, "outputPrice", pair.before.outputPrice, pair.after.outputPrice);
    if (changed.length > countBefore) changedModels += 1;
  }
  return { added, removed, changed, changedModels, unchangedModels: both.length - changedModels };
}

export const comparePrices = <Entry extends DayPrice>(
  before: readonly Entry[],
  after: readonly Entry[],
  aliases: readonly ModelAlias[] = [],
): PriceComparison<Entry> =>
  tellPriceChanges(before, after, aliases, (entry, field, from, to, pct) => ({ entry, field, from, to, deltaPct: pct }));
