import { addDays } from "../basics/date-range";
import { deltaPct } from "../basics/arithmetic";
import { blendedPrice, type ModelTier } from "../models/model-listing";
import { pairModels, type ListedModel } from "../models/pair-models";
import type { ModelAlias } from "../models/resolve-model";

export interface ListingThen extends ListedModel {
  name: string;
  tier: ModelTier | null;
  /** Null: nobody publishes it. */
  inputPrice: number | null;
  outputPrice: number | null;
}

export const NEWS_FIELDS = ["inputPrice", "outputPrice", "blended"] as const;
type NewsField = (typeof NEWS_FIELDS)[number];

interface PricingChange {
  /** As it stands now. */
  listing: ListingThen;
  field: NewsField;
  from: number | null;
  to: number | null;
  deltaPct: number | null;
}

export interface PricingNews {
  changes: PricingChange[];
  added: ListingThen[];
  removed: ListingThen[];
}

function priceOf({ inputPrice, outputPrice }: ListingThen, field: NewsField): number | null {
  if (field === "inputPrice") return inputPrice;
  if (field === "outputPrice") return outputPrice;
  return inputPrice === null || outputPrice === null ? null : blendedPrice(inputPrice, outputPrice);
}

function changesOf(before: ListingThen, listing: ListingThen): PricingChange[] {
  return NEWS_FIELDS.flatMap((field) => {
    const [from, to] = [priceOf(before, field), priceOf(listing, field)];
    return from === to ? [] : [{ listing, field, from, to, deltaPct: deltaPct(from, to) }];
  });
}

/** What came, went and changed its price, from the listings that differ between two moments. */
export function pricingNews(before: readonly ListingThen[], after: readonly ListingThen[], aliases: readonly ModelAlias[]): PricingNews {
  const { added, removed, both } = pairModels(before, after, aliases);
  return { added, removed, changes: both.flatMap((pair) => changesOf(pair.before, pair.after)) };
}

export interface TakenSnapshot {
  date: string;
  takenAt: Date;
}

/**
 * The snapshot that tells how things stood when a window began: of that day, or of the day before where that was
 * taken later in the day; else the newest older one. `snapshots` are of that day and earlier, newest first.
 */
export function baselineOf<Snapshot extends TakenSnapshot>(snapshots: readonly Snapshot[], from: Date): Snapshot | null {
  const [newest, previous] = snapshots;
  if (!newest) return null;
  if (newest.takenAt <= from || !previous) return newest;
  return previous.date === addDays(newest.date, -1) ? previous : newest;
}
