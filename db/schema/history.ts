import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { day, moment } from "./columns";
import type { BookFormat } from "@/lib/domain/history/price-book/book-row";
import type { TopArticle } from "@/lib/domain/attention/attention-counts";
import type { ModelTier } from "@/lib/domain/models/model-listing";
import type { PriceCondition } from "@/lib/domain/models/prices/price-condition";
import type { ScoreKind } from "@/lib/domain/models/scores/score-observation";
import type { ServiceState } from "@/lib/domain/status/service-state";
import type { SnapshotType } from "@/lib/domain/history/history-spans";

/** Days of a span as a range; without an end it is open. The index finds the spans that cover a day. */
export const daysOf = (table: { firstDate: AnyPgColumn; lastDate: AnyPgColumn }) =>
  sql`daterange(${table.firstDate}, ${table.lastDate}, '[]')`;

/** The captured days. Written after a day's rows; rows without an entry here are not visible. */
export const snapshots = pgTable(
  "snapshots",
  {
    date: day("date").notNull(),
    type: text("type").$type<SnapshotType>().notNull(),
    capturedAt: moment("captured_at").notNull(),
    takenAt: moment("taken_at").notNull(),
    rowCount: integer("row_count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.type] })],
);

/** Listings with prices, each row from the first to the last captured day on which it was unchanged. */
export const listingSpans = pgTable(
  "listing_spans",
  {
    providerId: text("provider_id").notNull(),
    modelKey: text("model_key").notNull(),
    firstDate: day("first_date").notNull(),
    lastDate: day("last_date"),
    modelId: text("model_id").notNull(),
    name: text("name").notNull(),
    isMakersListing: boolean("is_makers_listing").notNull(),
    isFreeListing: boolean("is_free_listing").notNull(),
    inputPrice: doublePrecision("input_price"),
    outputPrice: doublePrecision("output_price"),
    cachedInputPrice: doublePrecision("cached_input_price"),
    priceConditions: jsonb("price_conditions").$type<PriceCondition[]>().notNull().default([]),
    priceSource: text("price_source"),
    /** Date of a price from the bundled catalog; null for a live one, as in `model_listings`. */
    verifiedAt: text("verified_at"),
    contextWindow: integer("context_window"),
    maxOutputTokens: integer("max_output_tokens"),
    tier: text("tier").$type<ModelTier>(),
    capabilities: jsonb("capabilities").$type<string[]>().notNull(),
    isOpenWeights: boolean("is_open_weights"),
    released: text("released"),
    deprecationDate: text("deprecation_date"),
    status: text("status"),
    hash: text("hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.modelKey, table.firstDate] }),
    uniqueIndex("listing_spans_open")
      .on(table.providerId, table.modelKey)
      .where(sql`last_date is null`),
    index("listing_spans_days").using("spgist", daysOf(table)),
  ],
);

/** Spans of one score of one model, in the same form. */
export const scoreSpans = pgTable(
  "score_spans",
  {
    benchmarkKey: text("benchmark_key").notNull(),
    benchmark: text("benchmark").notNull(),
    firstDate: day("first_date").notNull(),
    lastDate: day("last_date"),
    name: text("name").notNull(),
    makerId: text("maker_id").notNull(),
    score: doublePrecision("score").notNull(),
    kind: text("kind").$type<ScoreKind>().notNull(),
    variant: text("variant").notNull(),
    source: text("source").notNull(),
    sourceUrl: text("source_url"),
    sourceDate: text("source_date"),
    hash: text("hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.benchmarkKey, table.benchmark, table.firstDate] }),
    uniqueIndex("score_spans_open")
      .on(table.benchmarkKey, table.benchmark)
      .where(sql`last_date is null`),
    index("score_spans_days").using("spgist", daysOf(table)),
  ],
);

/** Spans of the ability of one model, in the same form. */
export const capabilitySpans = pgTable(
  "capability_spans",
  {
    makerId: text("maker_id").notNull(),
    benchmarkKey: text("benchmark_key").notNull(),
    firstDate: day("first_date").notNull(),
    lastDate: day("last_date"),
    name: text("name").notNull(),
    ability: doublePrecision("ability").notNull(),
    low: doublePrecision("low").notNull(),
    high: doublePrecision("high").notNull(),
    scores: integer("scores").notNull(),
    isRanked: boolean("is_ranked").notNull(),
    index: doublePrecision("index"),
    hash: text("hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.makerId, table.benchmarkKey, table.firstDate] }),
    uniqueIndex("capability_spans_open")
      .on(table.makerId, table.benchmarkKey)
      .where(sql`last_date is null`),
    index("capability_spans_days").using("spgist", daysOf(table)),
  ],
);

export const attentionDays = pgTable(
  "attention_days",
  {
    date: day("date").notNull(),
    provider: text("provider").notNull(),
    rank: integer("rank"),
    attentionScore: doublePrecision("attention_score"),
    rawScore: doublePrecision("raw_score"),
    news24h: integer("news_24h"),
    news7d: integer("news_7d"),
    trendingRepos: integer("trending_repos"),
    agentHits: integer("agent_hits").notNull(),
    topArticles: jsonb("top_articles").$type<TopArticle[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.provider] }), index("attention_days_provider").on(table.provider, table.date)],
);

/** State of each service at the time of the snapshot; the class of the whole day is in `status_days`. */
export const statusSnapshotRows = pgTable(
  "status_snapshot_rows",
  {
    date: day("date").notNull(),
    service: text("service").notNull(),
    name: text("name").notNull(),
    provider: text("provider").notNull(),
    status: text("status").$type<ServiceState>().notNull(),
    checkedAt: moment("checked_at"),
  },
  (table) => [primaryKey({ columns: [table.date, table.service] })],
);

export const crawlerSnapshotRows = pgTable(
  "crawler_snapshot_rows",
  {
    date: day("date").notNull(),
    bot: text("bot").notNull(),
    hits: integer("hits").notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.bot] })],
);

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** The price book as files, one of each format, compressed except for Parquet. */
export const priceBookFiles = pgTable("price_book_files", {
  format: text("format").$type<BookFormat>().primaryKey(),
  content: bytes("content").notNull(),
  isCompressed: boolean("is_compressed").notNull(),
  rowCount: integer("row_count").notNull(),
  /** What it was made from: nothing is written again while that is the same. */
  madeFrom: text("made_from").notNull(),
  madeAt: moment("made_at").notNull(),
});
