export type ModelTier = "flagship" | "mid" | "budget";

/** A price that begins above so many input tokens; USD per 1M tokens. */
export interface LongContextPrice {
  aboveInputTokens: number;
  inputPrice: number;
  outputPrice: number;
  cachedInputPrice: number | null;
}

/** What one source says about one model at one provider. Prices in USD per 1M tokens; null is unknown, never free. */
export interface ListingFacts {
  providerId: string;
  modelId: string;
  name: string | null;
  makerId: string | null;
  family: string | null;
  tier: ModelTier | null;
  inputPrice: number | null;
  outputPrice: number | null;
  cachedInputPrice: number | null;
  cacheWritePrice: number | null;
  longContext: LongContextPrice[] | null;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  modalitiesIn: string[];
  modalitiesOut: string[];
  capabilities: string[];
  isOpenWeights: boolean | null;
  knowledgeCutoff: string | null;
  /** As the source wrote it: YYYY, YYYY-MM or YYYY-MM-DD. */
  released: string | null;
  deprecationDate: string | null;
  status: string | null;
  note: string | null;
}

/** A source that says nothing but which model it is. */
export const EMPTY_FACTS: Omit<ListingFacts, "providerId" | "modelId"> = {
  name: null,
  makerId: null,
  family: null,
  tier: null,
  inputPrice: null,
  outputPrice: null,
  cachedInputPrice: null,
  cacheWritePrice: null,
  longContext: null,
  contextWindow: null,
  maxOutputTokens: null,
  modalitiesIn: [],
  modalitiesOut: [],
  capabilities: [],
  isOpenWeights: null,
  knowledgeCutoff: null,
  released: null,
  deprecationDate: null,
  status: null,
  note: null,
};

/** Read live, or shipped with the release. */
export type ReadingSource = "models.dev" | "litellm" | "openrouter" | "bundled";

/** A price as one source gives it; `verifiedAt` is null where the time of the live reading says it. */
export interface PriceReading {
  source: string;
  inputPrice: number;
  outputPrice: number;
  verifiedAt: string | null;
}

export interface Observation {
  source: ReadingSource;
  facts: ListingFacts;
  /** The bundled catalog quotes several sources, each with its date; the first is the one it believes. */
  quoted: PriceReading[];
  /** A reseller's price for the same model: shown and compared, never taken as the price of this listing. */
  isCrossCheck: boolean;
}

export interface ModelListing extends Omit<ListingFacts, "name"> {
  name: string;
  isMakersListing: boolean;
  /** A 0/0 listing: free of charge here, which says nothing about the model's price. */
  isFreeListing: boolean;
  /** Where the price comes from; null when nobody publishes one. */
  priceSource: string | null;
  /** Date of the price in the bundled catalog; null where the time of the live reading says it. */
  verifiedAt: string | null;
  /** Which reading the capture time of this row belongs to. */
  capturedFrom: ReadingSource;
  priceReadings: PriceReading[];
  hasPriceConflict: boolean;
}

export const listingKey = (listing: { providerId: string; modelId: string }): string =>
  `${listing.providerId}/${listing.modelId.toLowerCase()}`;

/** Float noise of per-token prices (2.5e-6 times a million) goes; no published price has more than eight digits. */
export const cleanPrice = (usdPer1M: number): number => Number(usdPer1M.toPrecision(8));

export const blendedPrice = (inputPrice: number, outputPrice: number): number => cleanPrice((inputPrice + outputPrice) / 2);

export const blendedOrNull = (inputPrice: number | null, outputPrice: number | null): number | null =>
  inputPrice === null || outputPrice === null ? null : blendedPrice(inputPrice, outputPrice);
