import { boolean, customType, index, integer, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Everything ever seen: the list serves the newest, clustering and search read further back. */
export const articles = pgTable(
  "articles",
  {
    /** From the canonical address; never changes. */
    id: text("id").primaryKey(),
    sourceId: text("source_id").notNull(),
    sourceName: text("source_name").notNull(),
    sourceDomain: text("source_domain").notNull(),
    guid: text("guid"),
    url: text("url").notNull(),
    title: text("title").notNull(),
    snippet: text("snippet").notNull(),
    categories: text("categories").array().notNull(),
    /** Attention ids that it names. */
    providers: text("providers").array().notNull(),
    publishedAt: moment("published_at").notNull(),
    isDateEstimated: boolean("is_date_estimated").notNull(),
    /** When it was first seen. */
    fetchedAt: moment("fetched_at").notNull(),
  },
  (table) => [
    index("articles_newest").on(table.publishedAt.desc().nullsFirst(), table.id),
    index("articles_source_guid").on(table.sourceId, table.guid),
    // A pending list would be worked off within one statement, for half a second: the embedded database has no vacuum of its own.
    index("articles_categories").using("gin", table.categories).with({ fastupdate: false }),
    index("articles_providers").using("gin", table.providers).with({ fastupdate: false }),
    index("articles_fetched").on(table.fetchedAt),
  ],
);

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** What the search reads of an article: apart from its text, so that many fit on a page. */
export const articleWords = pgTable(
  "article_words",
  {
    articleId: text("article_id").primaryKey(),
    publishedAt: moment("published_at").notNull(),
    sourceId: text("source_id").notNull().default(""),
    /** Words of title (weight A) and snippet (B), and marks of week, source, categories and providers. */
    words: tsvector("words").notNull(),
    /** Which rules read the text. */
    rules: smallint("rules").notNull(),
  },
  (table) => [index("article_words_words").using("gin", table.words).with({ fastupdate: false })],
);

/** How many articles the search holds of each week. */
export const newsWeeks = pgTable("news_weeks", {
  /** Weeks since 1970. */
  week: integer("week").primaryKey(),
  articles: integer("articles").notNull(),
  /** Counts what changed in the week. */
  revision: integer("revision").notNull().default(0),
  /** The edition that holds for the articles as they are; null where there is none. */
  edition: integer("edition"),
});

/**
 * A closed week's articles in order, the newest first, and where among them the frequent words stand: what the search
 * counts and ranks without visiting every match. An edition never changes; a week whose articles change gets another.
 */
export const newsEditions = pgTable("news_editions", {
  edition: integer("edition").primaryKey().generatedAlwaysAsIdentity(),
  week: integer("week").notNull(),
  articles: integer("articles").notNull(),
});

export const newsEditionArticles = pgTable(
  "news_edition_articles",
  {
    edition: integer("edition").notNull(),
    place: integer("place").notNull(),
    articleId: text("article_id").notNull(),
    publishedAt: moment("published_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.edition, table.place] }), index("news_edition_articles_article").on(table.articleId)],
);

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** Sets of places, a bit each. */
export const newsEditionWords = pgTable(
  "news_edition_words",
  {
    /** A word or a pair of words as a tsquery writes it, or a mark. */
    key: text("key").notNull(),
    edition: integer("edition").notNull(),
    /** Marks stand here alone. */
    titles: bytea("titles").notNull(),
    snippets: bytea("snippets").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.edition] }), index("news_edition_words_edition").on(table.edition)],
);

/** Every publication that the archive has articles of, also those that are no longer read. */
export const newsPublications = pgTable("news_publications", {
  sourceId: text("source_id").primaryKey(),
  name: text("name").notNull(),
  domain: text("domain").notNull(),
});
