import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AFTER_RETIREMENT, RetirementPrecision, RetirementState, Standing } from "@/lib/domain/models/retirements/retirement";
import type { MovedFrom } from "@/lib/domain/models/retirements/follow-retirement";
import { moment } from "./columns";

const retirement = {
  host: text("host").notNull(),
  /** Id at the host in lower case. */
  modelKey: text("model_key").notNull(),
  model: text("model").notNull(),
  state: text("state").$type<RetirementState>().notNull(),
  announcedOn: text("announced_on"),
  retiresOn: text("retires_on"),
  precision: text("precision").$type<RetirementPrecision>().notNull(),
  after: text("after").$type<(typeof AFTER_RETIREMENT)[number]>(),
  reroutedTo: text("rerouted_to"),
  replacement: text("replacement"),
  options: jsonb("options").$type<string[]>().notNull(),
  page: text("page"),
  source: text("source").notNull(),
  standing: text("standing").$type<Standing>().notNull(),
  firstSeenAt: moment("first_seen_at").notNull(),
  lastSeenAt: moment("last_seen_at").notNull(),
};

/** Statements by source about a model at a host. A statement that its source drops stays once its day has passed. */
export const retirementStatements = pgTable("retirement_statements", retirement, (table) => [
  primaryKey({ columns: [table.source, table.host, table.modelKey] }),
]);

/** The believed end of a model, and the days that were believed before. */
export const retirements = pgTable(
  "retirements",
  {
    ...retirement,
    movedFrom: jsonb("moved_from").$type<MovedFrom[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.host, table.modelKey] })],
);
