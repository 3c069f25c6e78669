import type { Db } from "@/db/client";
import { listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import { matchNotes } from "@/lib/domain/models/match-notes";
import type { ModelMatch, ModelName } from "@/lib/domain/models/model-name";
import { listingsByKey } from "./all-listings";
import { closestModels } from "./closest-models";
import { ApiError, type ErrorCode } from "@/lib/errors";
import { isAmbiguous, matchListed } from "./find-model";

export interface MatchedListing {
  query: string;
  listing: ModelListing;
  /** What the caller should know of this choice. */
  notes: string[];
  /** Parts of the name that the listing does not have. */
  dropped: readonly string[];
}

interface UnmatchedListing {
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
  return { match, closest: match.model || isAmbiguous(match) ? [] : await closestModels(db, key) };
}

/** Names of one call; how many models they may mean is counted once they are resolved. */
export const MOST_NAMES = 30;

type Match = MatchedListing | UnmatchedListing;

/** Several names of one model are one model; the first name counts. */
function withoutRepeats(matches: readonly Match[]): Match[] {
  const seen = new Set<string>();
  return matches.filter(({ listing }) => {
    const key = listing && listingKey(listing);
    if (key === null) return true;
    return !seen.has(key) && seen.add(key);
  });
}

interface Count {
  least: number;
  most: number;
  tooFew: ErrorCode;
  tooMany: ErrorCode;
}

/** The models that the keys name, each once. Throws 400 where they are fewer or more than asked for. */
export async function matchDistinct(db: Db, keys: readonly string[], { least, most, tooFew, tooMany }: Count): Promise<Match[]> {
  const matches = withoutRepeats(await matchListings(db, keys));
  if (matches.length >= least && matches.length <= most) return matches;
  const listed = matches.map(({ listing, query }) => (listing ? `${listing.providerId}/${listing.modelId}` : query)).join(", ");
  const counted = matches.length === 1 ? "one model" : `${matches.length} different models`;
  throw new ApiError(matches.length < least ? tooFew : tooMany, `These names mean ${counted}: ${listed}.`, {
    accepted: `${least} to ${most} different models`,
  });
}

/** The current listing of each key, in order; an unmatched or ambiguous key does not fail the others. */
export async function matchListings(db: Db, keys: readonly string[]): Promise<Match[]> {
  const matches = await Promise.all(keys.map(async (key) => matchOrClosest(db, key)));
  const byKey = await listingsByKey(db);
  return keys.map((query, position) => {
    const { match, closest } = matches[position] ?? NO_MATCH;
    const { model, candidates } = match;
    const listing = model && byKey.get(listingKey(model));
    if (listing) return { query, listing, notes: matchNotes(query, { ...match, model: listing }), dropped: match.dropped ?? [] };
    if (isAmbiguous(match)) return { query, listing: null, reason: "ambiguous_model", candidates };
    return { query, listing: null, reason: "model_not_found", candidates: closest };
  });
}
