import { boolean, customType, doublePrecision, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, moment } from "./columns";

/** Little-endian 32-bit floats, the layout of `Float32Array` on every machine we run on. */
const vector = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** Embeddings by the hash of their text, which is embedded once for all articles that have it. */
export const textVectors = pgTable(
  "text_vectors",
  {
    /** Vectors of different models are not comparable. */
    model: text("model").notNull(),
    textHash: text("text_hash").notNull(),
    vector: vector("vector").notNull(),
    /** When a day was last clustered with it, to the day; the unused ones are pruned. */
    usedAt: moment("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.model, table.textHash] }), index("text_vectors_used").on(table.usedAt)],
);

/** Days whose articles were clustered; rows with `isFinal` never change again. */
export const newsClusterDays = pgTable("news_cluster_days", {
  date: day("date").primaryKey(),
  model: text("model").notNull(),
  threshold: doublePrecision("threshold").notNull(),
  articleCount: integer("article_count").notNull(),
  storyCount: integer("story_count").notNull(),
  isFinal: boolean("is_final").notNull(),
  capturedAt: moment("captured_at"),
  clusteredAt: moment("clustered_at").notNull(),
});

/** Stories of at least two articles, as clustered on the day they were first seen. */
export const newsClusters = pgTable(
  "news_clusters",
  {
    date: day("date").notNull(),
    clusterId: text("cluster_id").notNull(),
    articleCount: integer("article_count").notNull(),
    sourceCount: integer("source_count").notNull(),
    sources: text("sources").array().notNull(),
    articleIds: text("article_ids").array().notNull(),
    heroId: text("hero_id").notNull(),
    heroTitle: text("hero_title").notNull(),
    heroUrl: text("hero_url").notNull(),
    heroSource: text("hero_source").notNull(),
    firstSeenAt: moment("first_seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.date, table.clusterId] }),
    index("news_clusters_listed").on(table.date.desc(), table.sourceCount.desc()),
  ],
);
