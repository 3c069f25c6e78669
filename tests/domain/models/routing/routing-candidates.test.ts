import { expect, test } from "vitest";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import type { Capability } from "@/lib/domain/models/capability/capabilities";
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

const found = (listings: ModelListing[], measuredAs = (modelId: string) => modelId, abilities: Capability[] = []) =>
  routingCandidates({
    listings,
    scores: scored(listings, measuredAs),
    capabilities: new Map(abilities.map((capability) => [`google/${capability.model}`, capability])),
    stateOf: () => "unknown",
    today: "2026-11-01",
  });
const candidates = (...given: Parameters<typeof found>) => found(...given).map(({ modelId }) => modelId);

const estimate = { score: 80, low: 70, high: 85 };
const ability = (model: string, unranked: Capability["unranked"] = null): Capability => ({
  model,
  ability: 150,
  low: 145,
  high: 155,
  code: 151,
  maths: 150,
  scores: 4,
  unranked,
  estimates: { human_eval: estimate, swe_bench: estimate },
});

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

test("leaves out models without a rank, of which too little is known", () => {
  const listings = [listing("ranked", 2), listing("rumoured", 2)];
  expect(candidates(listings, undefined, [ability("ranked"), ability("rumoured", "few_scores")])).toEqual(["ranked"]);
});

test("gives a ranked model the estimates of its ability, and one that no fit has seen the 25th percentile", () => {
  const [ranked, unseen] = found([listing("model", 2), listing("unseen", 2)], undefined, [ability("model")]);
  expect(ranked?.estimates.swe_bench).toEqual({ benchmark: "swe_bench", ...estimate, basis: "capability", scores: 4 });
  expect(unseen?.estimates.human_eval).toMatchObject({ score: 90, basis: "percentile", scores: 0 });
});
