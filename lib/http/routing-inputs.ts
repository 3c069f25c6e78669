import { listListingScores } from "@/db/queries/benchmarks";
import { listModels } from "@/db/queries/models";
import { listStatusServices } from "@/db/queries/status";
import { companyOf } from "@/lib/catalogs/providers";
import { apiServices } from "@/lib/catalogs/status-pages";
import { routingCandidates } from "@/lib/domain/routing-candidates";
import { versioned } from "./versioned";

/** What the preview and the paid ranking both start from. */
export const loadRoutingCandidates = versioned(["models", "benchmarks", "provider_status"], async (db) =>
  routingCandidates({ listings: await listModels(db, { scope: "makers" }), scores: await listListingScores(db), services: apiServices, states: await listStatusServices(db), companyOf }),
);
