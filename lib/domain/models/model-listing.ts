import type { Unlisted } from "./model-life";
import type { PriceCondition, StatedCondition } from "./prices/price-condition";
import { cleanPrice, type SetAside } from "./prices/price-units";
import type { ListingEnd } from "./retirements/listing-end";

export type ModelTier = "flagship" | "mid" | "budget";

/** Facts of a source about a model at a provider. Prices in USD per 1M tokens; null is unknown, never free. */
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
  conditions: StatedCondition[];
  /** 0 is the price: the seller says that it gives the model away. */
  isGivenAway: boolean;
  /** Figures that the reader found unusable. */
  setAside: SetAside[];
  contextWindow: number | null;
  /** The most input, which may be less than the window: the rest is kept for output. */
  maxInputTokens: number | null;
  maxOutputTokens: number | null;
  modalitiesIn: string[];
  modalitiesOut: string[];
  capabilities: string[];
  isOpenWeights: boolean | null;
  knowledgeCutoff: string | null;
  /** The source's own text: YYYY, YYYY-MM or YYYY-MM-DD. */
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
  conditions: [],
  isGivenAway: false,
  setAside: [],
  contextWindow: null,
  maxInputTokens: null,
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

export type ReadingSource = "models.dev" | "litellm" | "openrouter" | "bundled";

/** A price from a source. `verifiedAt` is null for live readings, whose time is the source's reading time. */
export interface PriceReading {
  source: string;
  inputPrice: number;
  outputPrice: number;
  verifiedAt: string | null;
}

export interface Observation {
  source: ReadingSource;
  facts: ListingFacts;
  /**
   * Prices the bundled catalog quotes, each with source and date; the first is the one it trusts. Of a live source its own
   * earlier price, where the new one contradicts it.
   */
  quoted: PriceReading[];
  /** A reseller's price for the same model: compared and shown, never used as the listing's price. */
  isCrossCheck: boolean;
}

/** How a seller charges for a model: by tokens, or not by them alone. */
export type Billing = "tokens" | "plan" | "request" | "route";

/** A reading that is not believed, with its source and day, null for a live one. */
export interface SetAsideReading extends SetAside {
  source: string;
  verifiedAt: string | null;
}

export interface ModelListing extends Omit<ListingFacts, "name" | "conditions" | "setAside" | "isGivenAway"> {
  name: string;
  billing: Billing;
  priceConditions: PriceCondition[];
  readingsSetAside: SetAsideReading[];
  isMakersListing: boolean;
  /** Listed at 0/0: free here, which says nothing about the model's price elsewhere. */
  isFreeListing: boolean;
  priceSource: string | null;
  /** Date of the price in the bundled catalog; null for live readings. */
  verifiedAt: string | null;
  capturedFrom: ReadingSource;
  priceReadings: PriceReading[];
  hasPriceConflict: boolean;
  retirement: ListingEnd | null;
  /** Set where its seller's own list lacks it. */
  unlisted: Unlisted | null;
}

export const listingKey = (listing: { providerId: string; modelId: string }): string =>
  `${listing.providerId}/${listing.modelId.toLowerCase()}`;

export const blendedPrice = (inputPrice: number, outputPrice: number): number => cleanPrice((inputPrice + outputPrice) / 2);

export const blendedOrNull = (inputPrice: number | null, outputPrice: number | null): number | null =>
  inputPrice === null || outputPrice === null ? null : blendedPrice(inputPrice, outputPrice);
