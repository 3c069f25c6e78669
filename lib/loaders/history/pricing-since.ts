import type { Db } from "@/db/client";
import { listDifferencesSince } from "@/db/queries/history/listing-differences";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { modelLabel } from "@/lib/domain/models/model-label";
import { pricingDiff, type ListingSnapshot } from "@/lib/domain/history/pricing-changes";
import type { WhatsNew } from "@/lib/schemas/history/whats-new";
import { modelAliases } from "../models/find-model";
import { oncePerVersion } from "../freshness/once-per-version";

type PricingEntries = Omit<WhatsNew["pricing"], "baseline">;

export const NO_ENTRIES: PricingEntries = { changes: [], new_models: [], removed_models: [] };

const nameOf = ({ providerId, modelId, name }: ListingSnapshot) => ({
  model: modelLabel(name),
  model_id: `${providerId}/${modelId}`,
  provider: providerName(providerId),
});

async function load(db: Db, date: string): Promise<PricingEntries> {
  const { before, after } = await listDifferencesSince(db, date);
  const aliases = await modelAliases(db);
  const { changes, added, removed } = pricingDiff(before, after, aliases);
  return {
    changes: changes.map(({ listing, field, from, to, deltaPct }) => ({ ...nameOf(listing), field, from, to, delta_pct: deltaPct })),
    new_models: added.map((listing) => ({
      ...nameOf(listing),
      input_per_1m: listing.inputPrice,
      output_per_1m: listing.outputPrice,
      tier: listing.tier,
    })),
    removed_models: removed.map(nameOf),
  };
}

const bySnapshot = oncePerVersion(["models", "history"], () => Promise.resolve(new Map<string, Promise<PricingEntries>>()));

/** What changed since the snapshot of a day; computed once per version of the data. */
export async function pricingNewsSince(db: Db, date: string): Promise<PricingEntries> {
  const cache = await bySnapshot(db);
  const entries = cache.get(date) ?? load(db, date);
  cache.set(date, entries);
  entries.catch(() => cache.delete(date));
  return entries;
}
