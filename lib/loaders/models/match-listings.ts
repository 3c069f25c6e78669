import type { Db } from "@/db/client";
import { listModelsNamed } from "@/db/queries/models/models";
import { listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import { matchNotes } from "@/lib/domain/models/match-notes";
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
  /** `provider/id` of every match. */
  candidates: string[];
}

/** The current listing of each key, in order; an unmatched or ambiguous key does not fail the others. */
export async function matchListings(db: Db, keys: readonly string[]): Promise<(MatchedListing | UnmatchedListing)[]> {
  const matches = await Promise.all(keys.map((key) => matchListed(db, key)));
  const listings = await listModelsNamed(
    db,
    matches.flatMap(({ model }) => model ?? []),
  );
  const byKey = new Map(listings.map((listing) => [listingKey(listing), listing]));
  return keys.map((query, position) => {
    const match = matches[position] ?? { model: null, candidates: [], isNewest: false };
    const { model, candidates } = match;
    const listing = model && byKey.get(listingKey(model));
    if (listing) return { query, listing, notes: matchNotes(query, match) };
    return { query, listing: null, reason: candidates.length > 0 ? "ambiguous_model" : "model_not_found", candidates };
  });
}
