import { boolean, customType, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";

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
  },
  (table) => [
    index("articles_newest").on(table.publishedAt.desc().nullsFirst(), table.id),
    index("articles_source_guid").on(table.sourceId, table.guid),
    // Without fastupdate=off, some later statement would flush the pending list for half a second: the embedded database has no vacuum.
    index("articles_categories").using("gin", table.categories).with({ fastupdate: false }),
    index("articles_providers").using("gin", table.providers).with({ fastupdate: false }),
    index("articles_fetched").on(table.fetchedAt),
  ],
);

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Search data of an article, apart from its text, so that many rows fit on a page. */
export const articleWords = pgTable(
  "article_words",
  {
    articleId: text("article_id").primaryKey(),
    publishedAt: moment("published_at").notNull(),
    sourceId: text("source_id").notNull().default(""),
    /** Lexemes of title (weight A) and snippet (B), and marks for week, source, categories and providers. */
    words: tsvector("words").notNull(),
    /** Version of the indexing rules. */
    rules: smallint("rules").notNull(),
  },
  (table) => [index("article_words_words").using("gin", table.words).with({ fastupdate: false })],
);

export const newsWeeks = pgTable("news_weeks", {
  week: integer("week").primaryKey(),
  articles: integer("articles").notNull(),
  /** Incremented with every change of the week's articles. */
  revision: integer("revision").notNull().default(0),
  /** The segment for the week's current articles; null when there is none. */
  edition: integer("edition"),
});

/**
 * Search segments: a closed week's articles, newest first, with postings of frequent words, so that a search counts
 * and ranks without visiting every match. A segment never changes; a changed week gets a new one.
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

/** Postings: bit sets of positions within the segment. */
export const newsEditionWords = pgTable(
  "news_edition_words",
  {
    /** A word or pair of words in tsquery form, or a mark. */
    key: text("key").notNull(),
    edition: integer("edition").notNull(),
    /** Marks use only this column. */
    titles: bytea("titles").notNull(),
    snippets: bytea("snippets").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.edition] }), index("news_edition_words_edition").on(table.edition)],
);

/** Every publication with archived articles, including those no longer read. */
export const newsPublications = pgTable("news_publications", {
  sourceId: text("source_id").primaryKey(),
  name: text("name").notNull(),
  domain: text("domain").notNull(),
});
