import { boolean, customType, index, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** All articles ever seen: the news list uses the newest, clustering and search also older ones. */
export const articles = pgTable(
  "articles",
  {
    /** Derived from the canonical URL; never changes. */
    id: text("id").primaryKey(),
    sourceId: text("source_id").notNull(),
    sourceName: text("source_name").notNull(),
    sourceDomain: text("source_domain").notNull(),
    guid: text("guid"),
    url: text("url").notNull(),
    title: text("title").notNull(),
    snippet: text("snippet").notNull(),
    categories: text("categories").array().notNull(),
    providers: text("providers").array().notNull(),
    publishedAt: moment("published_at").notNull(),
    isDateEstimated: boolean("is_date_estimated").notNull(),
    fetchedAt: moment("fetched_at").notNull(),
    /** Hash of the raw texts that title and snippet were derived from. Null where raw texts were never stored. */
    contentHash: text("content_hash"),
    /** Version of the sanitizer's rules that title, snippet and words were derived under. */
    rulesVersion: text("rules_version").notNull().default("1"),
    /**
     * True where words are lost for good. An earlier version of the rules removed them before storage, and
     * the feed no longer has them.
     */
    textLost: boolean("text_lost").notNull().default(false),
    /** For the search: the words of title (weight A) and snippet (B). */
    words: tsvector("words").notNull().default(""),
  },
  (table) => [
    index("articles_newest").on(table.publishedAt.desc().nullsFirst(), table.id),
    index("articles_source_guid").on(table.sourceId, table.guid),
    // Without fastupdate=off, a later statement would flush the pending list, for half a second. The embedded database
    // has no vacuum to do it.
    index("articles_categories").using("gin", table.categories).with({ fastupdate: false }),
    index("articles_providers").using("gin", table.providers).with({ fastupdate: false }),
    index("articles_words").using("gin", table.words).with({ fastupdate: false }),
    index("articles_fetched").on(table.fetchedAt),
    index("articles_rules_version").on(table.rulesVersion),
  ],
);

/** Texts as feeds sent them, with what may address a model. Only the query that derives an article's texts reads them. */
export const rawTexts = pgTable("raw_texts", {
  articleId: text("article_id").primaryKey(),
  title: text("title").notNull(),
  body: text("body").notNull(),
  contentHash: text("content_hash").notNull(),
});
