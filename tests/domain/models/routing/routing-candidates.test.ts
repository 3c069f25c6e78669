import { expect, test } from "vitest";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import { routingCandidates } from "@/lib/domain/models/routing/routing-candidates";

const listing = (modelId: string, price: number | null, isFreeListing = false) =>
  ({
    providerId: "google",
    modelId,
    name: modelId,
    inputPrice: price,
    outputPrice: price,
    contextWindow: 1000,
    tier: "mid",
    isFreeListing,
    deprecationDate: null,
    status: null,
  }) as ModelListing;

const scored = (listings: readonly ModelListing[], measuredAs: (modelId: string) => string) =>
  new Map(
    listings.map(({ modelId }) => [
      `google/${modelId}`,
      { benchmarkKey: measuredAs(modelId), measured: { human_eval: 90 }, scoresOf: null },
    ]),
  );

const candidates = (listings: ModelListing[], measuredAs = (modelId: string) => modelId) =>
  routingCandidates({ listings, scores: scored(listings, measuredAs), stateOf: () => "unknown", today: "2026-11-01" }).map(
    ({ modelId }) => modelId,
  );

test("leaves out unpriced and free models, since neither says what the model costs", () => {
  expect(candidates([listing("sold", 2), listing("unpriced", null), listing("given-away", 0, true)])).toEqual(["sold"]);
});

test("leaves out a model whose retirement has passed, not one whose retirement is announced", () => {
  const ends = (modelId: string, deprecationDate: string) => ({ ...listing(modelId, 2), deprecationDate });
  expect(candidates([ends("past", "2026-10-31"), ends("today", "2026-11-01"), ends("next", "2027-01-01")])).toEqual(["today", "next"]);
});

test("includes a model once, under its bare name, however many ids its maker lists", () => {
  const listings = [listing("model-4-20260101", 2), listing("model-4", 2), listing("model-4-latest", 2), listing("model-5", 3)];
  expect(candidates(listings, (modelId) => modelId.slice(0, "model-4".length))).toEqual(["model-4", "model-5"]);
});

test("picks the same id among equally close ones, whatever the order", () => {
  const listings = [listing("model-4b", 2), listing("model-4a", 2)];
  expect([candidates(listings, () => "model-4"), candidates(listings.toReversed(), () => "model-4")]).toEqual([["model-4a"], ["model-4a"]]);
});

test("uses a dated id when it is the only one with a price", () => {
  expect(candidates([listing("model-4", null), listing("model-4-20260101", 2)], () => "model-4")).toEqual(["model-4-20260101"]);
});
