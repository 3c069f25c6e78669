import { boolean, customType, date, doublePrecision, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Little-endian 32-bit floats: `Float32Array` on every machine that we run on. */
const vector = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** What an article's text means to a model. Kept as long as its day may still be clustered. */
export const articleVectors = pgTable(
  "article_vectors",
  {
    articleId: text("article_id").primaryKey(),
    /** Another model's vector is not comparable: it is replaced. */
    model: text("model").notNull(),
    /** Of the embedded text: a corrected article is embedded again. */
    textHash: text("text_hash").notNull(),
    vector: vector("vector").notNull(),
    publishedAt: moment("published_at").notNull(),
    embeddedAt: moment("embedded_at").notNull(),
  },
  (table) => [index("article_vectors_published").on(table.publishedAt)],
);

/** Days whose articles were grouped; `isFinal` rows never change again. */
export const newsClusterDays = pgTable("news_cluster_days", {
  date: date("date", { mode: "string" }).primaryKey(),
  model: text("model").notNull(),
  threshold: doublePrecision("threshold").notNull(),
  articleCount: integer("article_count").notNull(),
  /** Stories with one article included. */
  storyCount: integer("story_count").notNull(),
  isFinal: boolean("is_final").notNull(),
  /** When a feed was last read before that. */
  capturedAt: moment("captured_at"),
  clusteredAt: moment("clustered_at").notNull(),
});

/** Stories of two articles or more, as told on the day they were first seen. */
export const newsClusters = pgTable(
  "news_clusters",
  {
    date: date("date", { mode: "string" }).notNull(),
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
