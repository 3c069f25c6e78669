import { listListingScores } from "@/db/queries/models/scores/benchmarks";
import { listModels } from "@/db/queries/models/models";
import { routingCandidates } from "@/lib/domain/models/routing/routing-candidates";
import { loadProviderStates } from "@/lib/loaders/status/provider-states";
import { oncePerVersion } from "@/lib/loaders/freshness/once-per-version";

export const loadRoutingCandidates = oncePerVersion(["models", "benchmarks", "provider_status"], async (db) => {
  const { stateOf } = await loadProviderStates(db);
  return routingCandidates({ listings: await listModels(db, { scope: "makers" }), scores: await listListingScores(db), stateOf });
});
