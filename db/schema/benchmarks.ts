import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ScoreObservation, ScoreReport } from "@/lib/domain/models/scores/merge-scores";

/** Scores from each source's last complete reading. */
export const benchmarkObservations = pgTable(
  "benchmark_observations",
  {
    source: text("source").notNull(),
    key: text("key").notNull(),
    observation: jsonb("observation").$type<ScoreObservation>().notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.key] })],
);

export const benchmarkModels = pgTable("benchmark_models", {
  /** `maker/model`, normalised. */
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  makerId: text("maker_id").notNull(),
  released: text("released"),
  scores: jsonb("scores").$type<Record<string, ScoreReport>>().notNull(),
  hash: text("hash").notNull(),
});

/** Which listing has which scores, decided at ingest, so that all answers agree. */
export const benchmarkListings = pgTable(
  "benchmark_listings",
  {
    providerId: text("provider_id").notNull(),
    modelKey: text("model_key").notNull(),
    benchmarkKey: text("benchmark_key").notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.modelKey] }), index("benchmark_listings_model").on(table.benchmarkKey)],
);
