import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, moment } from "./columns";

/** AI repositories, as last read. Keyed by GitHub's numeric id, which survives renaming. */
export const repositories = pgTable("repositories", {
  id: bigint("id", { mode: "number" }).primaryKey(),
  fullName: text("full_name").notNull(),
  name: text("name").notNull(),
  description: text("description"),
  url: text("url").notNull(),
  language: text("language"),
  topics: jsonb("topics").$type<string[]>().notNull(),
  stars: integer("stars").notNull(),
  createdAt: moment("created_at"),
  firstReadAt: moment("first_read_at").notNull(),
  lastReadAt: moment("last_read_at").notNull(),
});

/** Stars at the first and last reading of each UTC day. */
export const repositoryStarDays = pgTable(
  "repository_star_days",
  {
    repositoryId: bigint("repository_id", { mode: "number" }).notNull(),
    day: day("day").notNull(),
    firstStars: integer("first_stars").notNull(),
    firstReadAt: moment("first_read_at").notNull(),
    lastStars: integer("last_stars").notNull(),
    lastReadAt: moment("last_read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.repositoryId, table.day] }), index("repository_star_days_day").on(table.day)],
);
