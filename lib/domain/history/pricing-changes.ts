import { addDays } from "../basics/date-range";
import { deltaPct } from "../basics/arithmetic";
import type { ModelTier } from "../models/model-listing";
import { PRICE_FIELDS, type PriceField } from "./compare-prices";
import { pairModels, type ListedModel } from "../models/pair-models";
import type { ModelAlias } from "../models/resolve-model";

export interface ListingSnapshot extends ListedModel {
  name: string;
  tier: ModelTier | null;
  deprecationDate: string | null;
  /** The price source's own word. */
  status: string | null;
  /** Null: not published. */
  inputPrice: number | null;
  outputPrice: number | null;
}

interface PricingChange {
  listing: ListingSnapshot;
  field: PriceField;
  from: number | null;
  to: number | null;
  deltaPct: number | null;
}

export interface PricingDiff {
  /** Changes by field, input and output. The blended price follows from them, and is no change of its own. */
  changes: PricingChange[];
  added: ListingSnapshot[];
  removed: ListingSnapshot[];
}

function changesOf(before: ListingSnapshot, listing: ListingSnapshot): PricingChange[] {
  return PRICE_FIELDS.flatMap((field) => {
    const [from, to] = [before[field], listing[field]];
    return from === to ? [] : [{ listing, field, from, to, deltaPct: deltaPct(from, to) }];
  });
}

export function pricingDiff(
  before: readonly ListingSnapshot[],
  after: readonly ListingSnapshot[],
  aliases: readonly ModelAlias[],
): PricingDiff {
  const { added, removed, both } = pairModels(before, after, aliases);
  return { added, removed, changes: both.flatMap((pair) => changesOf(pair.before, pair.after)) };
}

export interface TakenSnapshot {
  date: string;
  takenAt: Date;
}

/**
 * The snapshot a window is compared with. It is its first day's, or the day before's if taken before
 * the window; else the newest older one. `snapshots` are of that day and earlier, newest first.
 */
export function baselineOf<Snapshot extends TakenSnapshot>(snapshots: readonly Snapshot[], from: Date): Snapshot | null {
  const [newest, previous] = snapshots;
  if (!newest) return null;
  if (newest.takenAt <= from || !previous) return newest;
  return previous.date === addDays(newest.date, -1) ? previous : newest;
}
