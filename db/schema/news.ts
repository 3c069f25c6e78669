import { boolean, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

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
