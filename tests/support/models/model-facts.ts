import type { ListingFacts, ModelListing, Observation, PriceReading, ReadingSource } from "@/lib/domain/models/model-listing";

export function someFacts(over: Partial<ListingFacts> = {}): ListingFacts {
  return {
    providerId: "acme",
    modelId: "acme-1",
    name: "Acme 1",
    makerId: "acme",
    family: null,
    tier: null,
    inputPrice: 1,
    outputPrice: 2,
    cachedInputPrice: null,
    cacheWritePrice: null,
    longContext: null,
    contextWindow: 128_000,
    maxOutputTokens: null,
    modalitiesIn: ["text"],
    modalitiesOut: ["text"],
    capabilities: [],
    isOpenWeights: null,
    knowledgeCutoff: null,
    released: null,
    deprecationDate: null,
    status: null,
    note: null,
    ...over,
  };
}

export const anObservation = (source: ReadingSource, facts: Partial<ListingFacts> = {}, quoted: PriceReading[] = []): Observation => ({
  source,
  facts: someFacts(facts),
  quoted,
  isCrossCheck: false,
});

export function aListing(over: Partial<ModelListing> = {}): ModelListing {
  return {
    ...someFacts(),
    name: "Acme 1",
    tier: "mid",
    isMakersListing: true,
    isFreeListing: false,
    priceSource: "models.dev",
    verifiedAt: null,
    capturedFrom: "models.dev",
    priceReadings: [],
    hasPriceConflict: false,
    ...over,
  };
}
