import { expect, test } from "vitest";
import type { ModelListing } from "@/lib/domain/model-listing";
import { routingCandidates } from "@/lib/domain/routing-candidates";

const listing = (modelId: string, price: number | null, isFreeListing = false) =>
  ({ providerId: "google", modelId, name: modelId, inputPrice: price, outputPrice: price, contextWindow: 1000, tier: "mid", isFreeListing }) as ModelListing;

const candidates = (listings: ModelListing[]) =>
  routingCandidates({ listings, scores: new Map(listings.map(({ modelId }) => [`google/${modelId}`, { human_eval: 90 }])), services: [], states: [], companyOf: (id) => id }).map(({ modelId }) => modelId);

test("a model without a price, or given away, is no candidate: neither says what it costs", () => {
  expect(candidates([listing("sold", 2), listing("unpriced", null), listing("given-away", 0, true)])).toEqual(["sold"]);
});
