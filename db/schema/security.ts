import { date, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { CveFacts, KevFacts } from "@/lib/domain/security/cve-facts";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** What a source said when it was asked for one CVE: the cache that all processes share. */
export const cveReadings = pgTable(
  "cve_readings",
  {
    cveId: text("cve_id").notNull(),
    source: text("source", { enum: ["mitre", "epss", "osv", "vulnrichment"] }).notNull(),
    /** Null: the source does not have it. */
    facts: jsonb("facts").$type<CveFacts["mitre" | "epss" | "osv"]>(),
    /** Of the shape of the facts: rows of another one are read anew. */
    format: integer("format").notNull(),
    sourceBytes: integer("source_bytes").notNull(),
    etag: text("etag"),
    readAt: moment("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.cveId, table.source] })],
);

/** The last whole reading of a catalog; its rows were written in the same transaction or before it. */
export const securityCatalogs = pgTable("security_catalogs", {
  name: text("name", { enum: ["kev", "epss"] }).primaryKey(),
  version: text("version"),
  itemCount: integer("item_count").notNull(),
  readAt: moment("read_at").notNull(),
});

/** The catalog of known exploited vulnerabilities, as last read. */
export const kevEntries = pgTable("kev_entries", {
  cveId: text("cve_id").primaryKey(),
  facts: jsonb("facts").$type<KevFacts>().notNull(),
  sourceBytes: integer("source_bytes").notNull(),
});

/**
 * The daily table of scores, a thousand CVE numbers to a row: its 300,000 lines change every day and are only ever
 * looked up by number, so that rows of their own would be 300,000 updates a day for nothing.
 */
export const epssBlocks = pgTable("epss_blocks", {
  /** `2024/3xxx` */
  folder: text("folder").primaryKey(),
  /** As published, each after a line feed, the last before one. */
  lines: text("lines").notNull(),
  scoreDate: date("score_date", { mode: "string" }),
  readAt: moment("read_at").notNull(),
});
