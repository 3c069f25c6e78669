import { index, integer, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** Hits by hour, bot and path group; nothing that could identify a person is stored. */
export const crawlerHits = pgTable(
  "crawler_hits",
  {
    hour: moment("hour").notNull(),
    bot: text("bot").notNull(),
    pathGroup: text("path_group").notNull(),
    hits: integer("hits").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.bot, table.pathGroup] })],
);

export const crawlerRecent = pgTable(
  "crawler_recent",
  {
    id: serial("id").primaryKey(),
    bot: text("bot").notNull(),
    pathGroup: text("path_group").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [index("crawler_recent_at").on(table.at)],
);
