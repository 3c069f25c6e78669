import type { Db } from "@/db/client";
import { listDifferencesSince } from "@/db/queries/history/listing-differences";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { modelLabel } from "@/lib/domain/models/model-label";
import { pricingDiff, type ListingSnapshot } from "@/lib/domain/history/pricing-changes";
import type { WhatsNew } from "@/lib/schemas/history/whats-new";
import { modelAliases } from "../models/find-model";
import { oncePerDay } from "../freshness/once-per-version";

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

/** What changed since the snapshot of a day. */
export const pricingNewsSince = oncePerDay(["models", "history"], load);
