import { createHash } from "node:crypto";
import { findSnapshot } from "@/db/queries/history/history";
import {
  beginListingSpans,
  countListingsOn,
  dropListingSpans,
  endListingSpans,
  listOpenListingSpans,
  type ListingSpan,
} from "@/db/queries/history/listing-history";
import { listModels } from "@/db/queries/models/models";
import { spanKey } from "@/db/queries/history/spans";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import type { CaptureContext } from "./capture";
import { writeSpans, type SpanStore } from "./write-spans";

const STORE: SpanStore<ListingSpan> = {
  listOpen: listOpenListingSpans,
  drop: dropListingSpans,
  end: endListingSpans,
  begin: beginListingSpans,
};

export function listingSpanOf(listing: ModelListing, date: string): ListingSpan {
  const facts = {
    modelId: listing.modelId,
    name: listing.name,
    isMakersListing: listing.isMakersListing,
    isFreeListing: listing.isFreeListing,
    inputPrice: listing.inputPrice,
    outputPrice: listing.outputPrice,
    cachedInputPrice: listing.cachedInputPrice,
    priceSource: listing.priceSource,
    contextWindow: listing.contextWindow,
    maxOutputTokens: listing.maxOutputTokens,
    tier: listing.tier,
    capabilities: listing.capabilities,
    isOpenWeights: listing.isOpenWeights,
    released: listing.released,
    deprecationDate: listing.deprecationDate,
    status: listing.status,
  };
  const { priceConditions, verifiedAt } = listing;
  // What most listings lack stays out of the hash, so that their rows go on.
  const hashed = { ...facts, ...(priceConditions.length > 0 ? { priceConditions } : {}), ...(verifiedAt === null ? {} : { verifiedAt }) };
  const hash = createHash("sha256").update(JSON.stringify(hashed)).digest("base64url").slice(0, 22);
  const key = { providerId: listing.providerId, modelKey: listing.modelId.toLowerCase() };
  return { ...key, firstDate: date, lastDate: null, ...facts, priceConditions, verifiedAt, hash };
}

/** Captures every listing that its seller still has; the count includes only those with a price. */
export async function captureListings(context: CaptureContext): Promise<number> {
  const listings = (await listModels(context.db, { scope: "all" })).filter(({ unlisted }) => unlisted === null);
  const spans = listings.map((listing) => listingSpanOf(listing, context.date));
  if (spans.length > 0) await writeSpans(context, STORE, new Map(spans.map((span) => [spanKey(span.providerId, span.modelKey), span])));
  return spans.filter((span) => span.inputPrice !== null && span.outputPrice !== null).length;
}

/** Models have no rows of their own: the `pricing` capture of the day stores the listings. */
export async function captureModels({ db, date }: CaptureContext): Promise<number> {
  return (await findSnapshot(db, date, "pricing")) ? countListingsOn(db, date) : 0;
}
