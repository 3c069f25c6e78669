import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import type { Billing, ListingFacts, ModelTier, PriceReading, ReadingSource, SetAsideReading } from "@/lib/domain/models/model-listing";
import type { Unlisted } from "@/lib/domain/models/model-life";
import type { PriceCondition } from "@/lib/domain/models/prices/price-condition";
import type { PriceDispute } from "@/lib/domain/models/prices/price-disputes";
import type { ListingEnd } from "@/lib/domain/models/retirements/listing-end";

/** Each source's last complete reading, from which the listings are computed. `model_key` is the lower-case id. */
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

/** A model at a provider, merged over all sources. Prices in USD per 1M tokens; null is unknown. */
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
    priceConditions: jsonb("price_conditions").$type<PriceCondition[]>().notNull().default([]),
    billing: text("billing").$type<Billing>().notNull().default("tokens"),
    isFreeListing: boolean("is_free_listing").notNull(),
    contextWindow: integer("context_window"),
    maxInputTokens: integer("max_input_tokens"),
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
    /** Date of a price from the bundled catalog. Null for a live price, whose age is that of the source's last reading. */
    verifiedAt: text("verified_at"),
    capturedFrom: text("captured_from").$type<ReadingSource>().notNull(),
    priceReadings: jsonb("price_readings").$type<PriceReading[]>().notNull(),
    readingsSetAside: jsonb("readings_set_aside").$type<SetAsideReading[]>().notNull().default([]),
    hasPriceConflict: boolean("has_price_conflict").notNull(),
    retirement: jsonb("retirement").$type<ListingEnd>(),
    unlisted: jsonb("unlisted").$type<Unlisted>(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.modelKey] }), index("model_listings_makers").on(table.isMakersListing)],
);

/** Figures of price sources that were not believed or contradicted, and until when. They tell how sources fare. */
export const priceDisputes = pgTable(
  "price_disputes",
  {
    source: text("source").notNull(),
    providerId: text("provider_id").notNull(),
    modelKey: text("model_key").notNull(),
    kind: text("kind").notNull(),
    reason: text("reason").$type<PriceDispute["reason"]>().notNull(),
    since: moment("since").notNull(),
    input: doublePrecision("input"),
    output: doublePrecision("output"),
    endedAt: moment("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.providerId, table.modelKey, table.kind, table.reason, table.since] }),
    index("price_disputes_open").on(table.endedAt),
  ],
);

/** Listings that the last whole readings of their seller's own list lacked. */
export const sellerAbsences = pgTable(
  "seller_absences",
  {
    providerId: text("provider_id").notNull(),
    modelKey: text("model_key").notNull(),
    readings: integer("readings").notNull(),
    lastListedAt: moment("last_listed_at"),
    /** The list's last word about the listing. */
    facts: jsonb("facts").$type<ListingFacts>(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.modelKey] })],
);

/** Former ids of a listing, so that an id changed by its source still resolves. */
export const modelAliases = pgTable(
  "model_aliases",
  {
    alias: text("alias").notNull(),
    providerId: text("provider_id").notNull(),
    modelId: text("model_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.alias, table.providerId, table.modelId] })],
);
