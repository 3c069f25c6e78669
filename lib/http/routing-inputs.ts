import { listListingScores } from "@/db/queries/benchmarks";
import { listModels } from "@/db/queries/models";
import { routingCandidates } from "@/lib/domain/routing-candidates";
import { loadProviderStates } from "./provider-states";
import { versioned } from "./versioned";

/** What the preview and the paid ranking both start from. */
export const loadRoutingCandidates = versioned(["models", "benchmarks", "provider_status"], async (db) => {
  const { stateOf } = await loadProviderStates(db);
  return routingCandidates({ listings: await listModels(db, { scope: "makers" }), scores: await listListingScores(db), stateOf });
});
