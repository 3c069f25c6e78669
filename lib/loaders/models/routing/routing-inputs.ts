import { routingField } from "@/lib/domain/models/routing/routing-candidates";
import { loadProviderStates } from "@/lib/loaders/status/provider-states";
import { listingScores, makersListings } from "../all-listings";
import { oncePerVersion } from "@/lib/loaders/freshness/once-per-version";

export const loadRoutingField = oncePerVersion(["models", "benchmarks", "provider_status"], async (db) => {
  const { stateOf } = await loadProviderStates(db);
  return routingField({ listings: await makersListings(db), scores: await listingScores(db), stateOf });
});
