import type { Db } from "@/db/client";
import { utcDay } from "@/lib/domain/basics/date-range";
import { routingCandidates, type ListedCandidate } from "@/lib/domain/models/routing/routing-candidates";
import { oncePerDay } from "@/lib/loaders/freshness/once-per-version";
import { loadProviderStates } from "@/lib/loaders/status/provider-states";
import { listingScores, makersListings } from "../all-listings";
import { listingCapabilities } from "../capability-models";

async function load(db: Db, today: string): Promise<ListedCandidate[]> {
  const { stateOf } = await loadProviderStates(db);
  const capabilities = await listingCapabilities(db);
  return routingCandidates({ listings: await makersListings(db), scores: await listingScores(db), capabilities, stateOf, today });
}

const byDay = oncePerDay(["models", "benchmarks", "provider_status"], load);

export const loadRoutingCandidates = (db: Db, now: Date): Promise<ListedCandidate[]> => byDay(db, utcDay(now));
