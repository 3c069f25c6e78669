import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, moment } from "./columns";
import type { CveFacts, KevFacts } from "@/lib/domain/security/cve-facts";

export const cveReadings = pgTable(
  "cve_readings",
  {
    cveId: text("cve_id").notNull(),
    source: text("source", { enum: ["mitre", "epss", "osv", "vulnrichment"] }).notNull(),
    /** Null when the source does not have the CVE. */
    facts: jsonb("facts").$type<CveFacts["mitre" | "epss" | "osv"]>(),
    /** Version of the format of `facts`; rows of another version are read again. */
    format: integer("format").notNull(),
    sourceBytes: integer("source_bytes").notNull(),
    etag: text("etag"),
    readAt: moment("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.cveId, table.source] })],
);

/** The last complete reading of a catalog; its rows were written in the same transaction or before. */
export const securityCatalogs = pgTable("security_catalogs", {
  name: text("name", { enum: ["kev", "epss"] }).primaryKey(),
  version: text("version"),
  itemCount: integer("item_count").notNull(),
  readAt: moment("read_at").notNull(),
});

export const kevEntries = pgTable("kev_entries", {
  cveId: text("cve_id").primaryKey(),
  facts: jsonb("facts").$type<KevFacts>().notNull(),
  sourceBytes: integer("source_bytes").notNull(),
});

/**
 * The daily EPSS table, a thousand CVE numbers per row. All 300,000 lines change every day and are only looked up by
 * number, so one row per line would mean 300,000 useless updates a day.
 */
export const epssBlocks = pgTable("epss_blocks", {
  /** `2024/3xxx` */
  folder: text("folder").primaryKey(),
  /** Lines as published, each preceded by a line feed, the last also followed by one. */
  lines: text("lines").notNull(),
  scoreDate: day("score_date"),
  readAt: moment("read_at").notNull(),
});
