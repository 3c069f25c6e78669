import type { Db } from "@/db/client";
import { utcDay } from "@/lib/domain/basics/date-range";
import type { RoutingField } from "@/lib/domain/models/routing/rank-models";
import { routingField, type ListedCandidate } from "@/lib/domain/models/routing/routing-candidates";
import { oncePerDay } from "@/lib/loaders/freshness/once-per-version";
import { loadProviderStates } from "@/lib/loaders/status/provider-states";
import { listingScores, makersListings } from "../all-listings";

async function load(db: Db, today: string): Promise<RoutingField<ListedCandidate>> {
  const { stateOf } = await loadProviderStates(db);
  return routingField({ listings: await makersListings(db), scores: await listingScores(db), stateOf, today });
}

const byDay = oncePerDay(["models", "benchmarks", "provider_status"], load);

export const loadRoutingField = (db: Db, now: Date): Promise<RoutingField<ListedCandidate>> => byDay(db, utcDay(now));
