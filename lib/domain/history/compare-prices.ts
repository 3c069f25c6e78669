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
  entry: Entry;
  field: PriceField;
  from: number;
  to: number;
  deltaPct: number | null;
}

export type ChangeMapper<Entry, Change> = (entry: Entry, field: PriceField, from: number, to: number, deltaPct: number | null) => Change;

export interface PriceComparison<Entry, Change = PriceChange<Entry>> {
  added: Entry[];
  removed: Entry[];
  /** Changes by field: a model with two changed prices occurs twice. */
  changed: Change[];
  changedModels: number;
  unchangedModels: number;
}

/** A model whose id changed in between counts as the same. */
export function comparePricesWith<Entry extends DayPrice, Change>(
  before: readonly Entry[],
  after: readonly Entry[],
  aliases: readonly ModelAlias[],
  toChange: ChangeMapper<Entry, Change>,
): PriceComparison<Entry, Change> {
  const { added, removed, both } = pairModels(before, after, aliases);
  const changed: Change[] = [];
  let changedModels = 0;
  const compare = (entry: Entry, field: PriceField, from: number, to: number): void => {
    if (from !== to) changed.push(toChange(entry, field, from, to, deltaPct(from, to)));
  };
  for (const pair of both) {
    const countBefore = changed.length;
    // Reading a field by a variable name would be three times as slow, over thousands of models.
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
  comparePricesWith(before, after, aliases, (entry, field, from, to, pct) => ({ entry, field, from, to, deltaPct: pct }));
