import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ListingFacts, LongContextPrice, ModelTier, PriceReading, ReadingSource } from "@/lib/domain/models/model-listing";

/** What each source said at its last whole reading; the listings are computed from these. `model_key` is the id in lower case. */
export const modelObservations = pgTable(
  "model_observations",
  {
    source: text("source").$type<ReadingSource>().notNull(),
    providerId: text("provider_id").notNull(),
    modelKey: text("model_key").notNull(),
    facts: jsonb("facts").$type<ListingFacts>().notNull(),
    quoted: jsonb("quoted").$type<PriceReading[]>().notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.providerId, table.modelKey] })],
);

/** One model at one provider, merged. Prices in USD per 1M tokens; null is unknown. */
export const modelListings = pgTable(
  "model_listings",
  {
    providerId: text("provider_id").notNull(),
    modelKey: text("model_key").notNull(),
    modelId: text("model_id").notNull(),
    name: text("name").notNull(),
    makerId: text("maker_id"),
    isMakersListing: boolean("is_makers_listing").notNull(),
    family: text("family"),
    tier: text("tier").$type<ModelTier>(),
    inputPrice: doublePrecision("input_price"),
    outputPrice: doublePrecision("output_price"),
    cachedInputPrice: doublePrecision("cached_input_price"),
    cacheWritePrice: doublePrecision("cache_write_price"),
    longContext: jsonb("long_context").$type<LongContextPrice[]>(),
    isFreeListing: boolean("is_free_listing").notNull(),
    contextWindow: integer("context_window"),
    maxOutputTokens: integer("max_output_tokens"),
    modalitiesIn: jsonb("modalities_in").$type<string[]>().notNull(),
    modalitiesOut: jsonb("modalities_out").$type<string[]>().notNull(),
    capabilities: jsonb("capabilities").$type<string[]>().notNull(),
    isOpenWeights: boolean("is_open_weights"),
    knowledgeCutoff: text("knowledge_cutoff"),
    released: text("released"),
    deprecationDate: text("deprecation_date"),
    status: text("status"),
    note: text("note"),
    priceSource: text("price_source"),
    /** Date of a price from the bundled catalog; a live one is as old as the last reading of its source. */
    verifiedAt: text("verified_at"),
    capturedFrom: text("captured_from").$type<ReadingSource>().notNull(),
    priceReadings: jsonb("price_readings").$type<PriceReading[]>().notNull(),
    hasPriceConflict: boolean("has_price_conflict").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.modelKey] }), index("model_listings_makers").on(table.isMakersListing)],
);

/** Other ids of a listing: an id that a source has changed stays understood. */
export const modelAliases = pgTable(
  "model_aliases",
  {
    alias: text("alias").notNull(),
    providerId: text("provider_id").notNull(),
    modelId: text("model_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.alias, table.providerId, table.modelId] })],
);
