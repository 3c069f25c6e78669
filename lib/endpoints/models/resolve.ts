import { z } from "zod";
import type { Db } from "@/db/client";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { utcDay } from "@/lib/domain/basics/date-range";
import { lifeNotes } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { matchListings, type MatchedListing } from "@/lib/loaders/models/match-listings";
import { soldModel } from "@/lib/loaders/models/same-listings";
import { ListingFacts, MatchNote, matchNoteOf, toListingFacts, toUnmatched, UnmatchedModel } from "@/lib/schemas/models/matched-model";
import { listParam } from "@/lib/schemas/params";

/** Names of one call. */
export const MOST_RESOLVED = 20;

const HostListing = ListingFacts.pick({
  id: true,
  name: true,
  pricing: true,
  free_listing: true,
  context_window: true,
  model_status: true,
  deprecationDate: true,
})
  .extend({
    provider_id: z.string(),
    provider: z.string(),
    is_makers: z.boolean().describe("Sold by the company that made the model"),
    id: z.string().describe("The host's own id of the model; `provider_id/id` names this listing everywhere here"),
  })
  .meta({ id: "HostListing" });

const ResolvedModel = z
  .strictObject({
    matched: z.literal(true),
    query: z.string().describe("As asked"),
    model: z
      .strictObject({
        id: z.string().nullable().describe("`provider/id` at its maker; null where its maker does not sell it"),
        name: z.string(),
        maker: z.string().nullable().describe("Provider id of the maker"),
      })
      .describe("The model that the name means, wherever it is sold"),
    listing: HostListing.describe("What the name means wherever a model is asked for: the prices of other endpoints are this listing's"),
    dropped: z.array(z.string()).describe("Dates, regions and variants of the name that the listing does not have"),
    match_note: MatchNote,
    hosts: z.array(HostListing).describe("Every listing of the model and of its dated snapshots: its maker's first, then the cheapest"),
    notes: z.array(z.string()).describe("On the retirement of the listing"),
  })
  .meta({ id: "ResolvedModel" });

function toHostListing(listing: ModelListing, today: string): z.input<typeof HostListing> {
  const { id, name, pricing, free_listing, context_window, model_status, deprecationDate } = toListingFacts(listing, today);
  const { providerId, isMakersListing } = listing;
  const sold = { id, name, pricing, free_listing, context_window, model_status, deprecationDate };
  return { provider_id: providerId, provider: providerName(providerId), is_makers: isMakersListing, ...sold };
}

async function toResolved(db: Db, match: MatchedListing, today: string): Promise<z.input<typeof ResolvedModel>> {
  const { query, listing } = match;
  const { own, listings } = await soldModel(db, listing);
  return {
    matched: true,
    query,
    model: { id: own && `${own.providerId}/${own.modelId}`, name: modelLabel((own ?? listing).name), maker: listing.makerId },
    listing: toHostListing(listing, today),
    dropped: [...match.dropped],
    match_note: matchNoteOf(match.notes),
    hosts: listings.map((entry) => toHostListing(entry, today)),
    notes: lifeNotes([listing], today),
  };
}

export const resolveModels = defineEndpoint({
  method: "GET",
  path: "/api/models/resolve",
  tag: "Models",
  summary: "Resolve the names of models: what each means, its id, price and state at each host, or candidates",
  description:
    "An exact id of a single listing means that listing. A name that says its host (`azure/…`, `us.anthropic.…`, `groq:…`) means that host's listing, or nothing, with candidates. " +
    "A bare name means its maker's listing, in any order and punctuation (`gpt5 mini`); a family's (`sonnet`) its newest active release. Every endpoint that takes a model reads names so.",
  access: free(),
  reads: ["models"],
  maxAgeSeconds: 300,
  query: z.object({
    name: listParam({ max: MOST_RESOLVED }).meta({
      accepts: `1 to ${MOST_RESOLVED} names`,
      description: `Up to ${MOST_RESOLVED} ids or names, as configurations write them`,
    }),
  }),
  response: z.strictObject({
    count: z.int().describe("Names that mean one listing"),
    results: z.array(z.union([ResolvedModel, UnmatchedModel])).describe("In the order asked"),
  }),
  example: { query: { name: "us.anthropic.claude-opus-4-5-20251101-v1:0,azure/gpt-5,azure/o1-preview" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  capturedAt(await recentCapture(db, "models", now));
  const today = utcDay(now);
  const matches = await matchListings(db, query.name);
  return {
    count: matches.filter(({ listing }) => listing !== null).length,
    results: await Promise.all(matches.map((match) => (match.listing === null ? toUnmatched(match) : toResolved(db, match, today)))),
  };
});
