import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AbilityIndex, Capability, UnrankedReason } from "@/lib/domain/models/capability/capabilities";
import type { ScoreReport } from "@/lib/domain/models/scores/merge-scores";
import type { ScoreObservation } from "@/lib/domain/models/scores/score-observation";

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
  /** The model's names as sources spell them; null where no source was asked. */
  names: jsonb("names").$type<readonly string[]>(),
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

/** Abilities of scored models and their expected scores, fitted once for each version of the scores. */
export const capabilities = pgTable("capabilities", {
  model: text("model").primaryKey(),
  ability: doublePrecision("ability").notNull(),
  low: doublePrecision("low").notNull(),
  high: doublePrecision("high").notNull(),
  code: doublePrecision("code").notNull(),
  maths: doublePrecision("maths").notNull(),
  scores: integer("scores").notNull(),
  unranked: text("unranked").$type<UnrankedReason>(),
  estimates: jsonb("estimates").$type<Capability["estimates"]>().notNull(),
  /** Epoch AI's index, where it has the model. */
  index: jsonb("index").$type<AbilityIndex>(),
});
