import { addDays } from "../basics/date-range";
import { deltaPct } from "../basics/arithmetic";
import { blendedPrice, type ModelTier } from "../models/model-listing";
import { pairModels, type ListedModel } from "../models/pair-models";
import type { ModelAlias } from "../models/resolve-model";

export interface ListingSnapshot extends ListedModel {
  name: string;
  tier: ModelTier | null;
  /** Null: not published. */
  inputPrice: number | null;
  outputPrice: number | null;
}

export const DIFF_FIELDS = ["inputPrice", "outputPrice", "blended"] as const;
type DiffField = (typeof DIFF_FIELDS)[number];

interface PricingChange {
  listing: ListingSnapshot;
  field: DiffField;
  from: number | null;
  to: number | null;
  deltaPct: number | null;
}

export interface PricingDiff {
  changes: PricingChange[];
  added: ListingSnapshot[];
  removed: ListingSnapshot[];
}

function priceOf({ inputPrice, outputPrice }: ListingSnapshot, field: DiffField): number | null {
  if (field === "inputPrice") return inputPrice;
  if (field === "outputPrice") return outputPrice;
  return inputPrice === null || outputPrice === null ? null : blendedPrice(inputPrice, outputPrice);
}

function changesOf(before: ListingSnapshot, listing: ListingSnapshot): PricingChange[] {
  return DIFF_FIELDS.flatMap((field) => {
    const [from, to] = [priceOf(before, field), priceOf(listing, field)];
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
 * The snapshot a window is compared with: of its first day, or of the day before if taken before the window began; else the newest
 * older one. `snapshots` are of that day and earlier, newest first.
 */
export function baselineOf<Snapshot extends TakenSnapshot>(snapshots: readonly Snapshot[], from: Date): Snapshot | null {
  const [newest, previous] = snapshots;
  if (!newest) return null;
  if (newest.takenAt <= from || !previous) return newest;
  return previous.date === addDays(newest.date, -1) ? previous : newest;
}
