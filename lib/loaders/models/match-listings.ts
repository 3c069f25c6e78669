import type { Db } from "@/db/client";
import { listModelsNamed } from "@/db/queries/models/models";
import { listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import { matchNotes } from "@/lib/domain/models/match-notes";
import type { ModelMatch, ModelName } from "@/lib/domain/models/model-name";
import { closestModels } from "./closest-models";
import { matchListed } from "./find-model";

export interface MatchedListing {
  query: string;
  listing: ModelListing;
  /** What the caller should know of this choice. */
  notes: string[];
}

export interface UnmatchedListing {
  query: string;
  listing: null;
  reason: "model_not_found" | "ambiguous_model";
  /** `provider/id` of every match; for a model that was not found, of those with a similar name. */
  candidates: string[];
}

interface Asked {
  match: ModelMatch<ModelName>;
  closest: string[];
}

const NO_MATCH: Asked = { match: { model: null, candidates: [], isNewest: false }, closest: [] };

async function matchOrClosest(db: Db, key: string): Promise<Asked> {
  const match = await matchListed(db, key);
  return { match, closest: match.model || match.candidates.length > 0 ? [] : await closestModels(db, key) };
}

/** The current listing of each key, in order; an unmatched or ambiguous key does not fail the others. */
export async function matchListings(db: Db, keys: readonly string[]): Promise<(MatchedListing | UnmatchedListing)[]> {
  const matches = await Promise.all(keys.map(async (key) => matchOrClosest(db, key)));
  const listings = await listModelsNamed(
    db,
    matches.flatMap(({ match: { model } }) => model ?? []),
  );
  const byKey = new Map(listings.map((listing) => [listingKey(listing), listing]));
  return keys.map((query, position) => {
    const { match, closest } = matches[position] ?? NO_MATCH;
    const { model, candidates } = match;
    const listing = model && byKey.get(listingKey(model));
    if (listing) return { query, listing, notes: matchNotes(query, match) };
    if (candidates.length > 0) return { query, listing: null, reason: "ambiguous_model", candidates };
    return { query, listing: null, reason: "model_not_found", candidates: closest };
  });
}
