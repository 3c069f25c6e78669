import type { Db } from "@/db/client";
import { listDifferencesSince } from "@/db/queries/history/listing-differences";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { lifeFields } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import { pricingDiff, type ListingSnapshot } from "@/lib/domain/history/pricing-changes";
import type { WhatsNew } from "@/lib/schemas/history/whats-new";
import { modelAliases } from "../models/find-model";
import { cachePerKey } from "../freshness/once-per-version";

type PricingEntries = Omit<WhatsNew["pricing"], "baseline">;

export const NO_ENTRIES: PricingEntries = { changes: [], new_models: [], removed_models: [] };

const entryOf = (listing: ListingSnapshot, today: string) => ({
  model: modelLabel(listing.name),
  model_id: `${listing.providerId}/${listing.modelId}`,
  provider: providerName(listing.providerId),
  ...lifeFields(listing, today),
});

async function load(db: Db, date: string, today: string): Promise<PricingEntries> {
  const { before, after } = await listDifferencesSince(db, date);
  const aliases = await modelAliases(db);
  const { changes, added, removed } = pricingDiff(before, after, aliases);
  return {
    changes: changes.map(({ listing, field, from, to, deltaPct }) => ({
      ...entryOf(listing, today),
      field,
      from,
      to,
      delta_pct: deltaPct,
    })),
    new_models: added.map((listing) => ({
      ...entryOf(listing, today),
      input_per_1m: listing.inputPrice,
      output_per_1m: listing.outputPrice,
      tier: listing.tier,
    })),
    removed_models: removed.map((listing) => entryOf(listing, today)),
  };
}

/** Baselines of windows of one to seven days, shortly after midnight those of two days. */
const WINDOWS = 16;
const cached = cachePerKey<PricingEntries>(["models", "history"], WINDOWS);

/** What changed since the snapshot of a day, with the life of each model today. */
export const pricingNewsSince = (db: Db, date: string, today: string): Promise<PricingEntries> =>
  cached(db, `${date} ${today}`, () => load(db, date, today));
