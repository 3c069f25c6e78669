import {
  EMPTY_FACTS,
  type ListingFacts,
  type ModelListing,
  type Observation,
  type PriceReading,
  type ReadingSource,
} from "@/lib/domain/models/model-listing";

export function someFacts(over: Partial<ListingFacts> = {}): ListingFacts {
  return {
    ...EMPTY_FACTS,
    providerId: "acme",
    modelId: "acme-1",
    name: "Acme 1",
    makerId: "acme",
    inputPrice: 1,
    outputPrice: 2,
    contextWindow: 128_000,
    modalitiesIn: ["text"],
    modalitiesOut: ["text"],
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
  const { conditions: _conditions, setAside: _setAside, isGivenAway: _isGivenAway, ...facts } = someFacts();
  return {
    ...facts,
    billing: "tokens",
    priceConditions: [],
    readingsSetAside: [],
    name: "Acme 1",
    tier: "mid",
    isMakersListing: true,
    isFreeListing: false,
    priceSource: "models.dev",
    verifiedAt: null,
    capturedFrom: "models.dev",
    priceReadings: [],
    hasPriceConflict: false,
    retirement: null,
    unlisted: null,
    ...over,
  };
}
