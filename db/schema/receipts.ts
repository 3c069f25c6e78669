import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, moment } from "./columns";

/**
 * Every signed receipt. Triggers forbid changes, except clearing the body of an uncharged one, and inserts into a closed
 * day. One index serves inserts, the log and proofs.
 */
export const receipts = pgTable(
  "receipts",
  {
    day: day("day").notNull(),
    id: text("id").notNull(),
    /** RFC 6962 leaf hash of `body`, hex. */
    leafHash: text("leaf_hash").notNull(),
    /** Canonical JSON of signed fields, key id and signature. Null after an uncharged call's data was deleted; the leaf hash still proves it. */
    body: text("body"),
  },
  (table) => [primaryKey({ columns: [table.day, table.id] })],
);

/** A new edition reopens days that were closed too early. It supersedes earlier editions from `from_day` on. */
export const receiptLogEditions = pgTable("receipt_log_editions", {
  edition: integer("edition").primaryKey(),
  fromDay: day("from_day").notNull(),
  begunAt: moment("begun_at").notNull(),
});

/** Days closed for receipts, before the day's tree is computed. */
export const receiptDays = pgTable(
  "receipt_days",
  { day: day("day").notNull(), edition: integer("edition").notNull().default(0), closedAt: moment("closed_at").notNull() },
  (table) => [primaryKey({ columns: [table.day, table.edition] })],
);

/**
 * Signed roots, for each day and edition. `previous` is the hash of the head published before, which
 * makes the heads a chain.
 */
export const receiptLogs = pgTable(
  "receipt_logs",
  {
    day: day("day").notNull(),
    edition: integer("edition").notNull().default(0),
    size: integer("size").notNull(),
    root: text("root").notNull(),
    previous: text("previous"),
    publishedAt: moment("published_at").notNull(),
    signature: text("signature").notNull(),
    keyId: text("key_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.edition] }), check("receipt_logs_size_not_negative", sql`${table.size} >= 0`)],
);

/** Roots of each 1,024 leaves in id order. A proof reads one chunk and these roots, not the whole day. */
export const receiptLogChunks = pgTable(
  "receipt_log_chunks",
  {
    day: day("day").notNull(),
    edition: integer("edition").notNull().default(0),
    number: integer("number").notNull(),
    firstId: text("first_id").notNull(),
    root: text("root").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.edition, table.number] })],
);

/** All public keys that ever signed. A retired key signs no more, but its receipts stay verifiable. */
export const receiptKeys = pgTable("receipt_keys", {
  kid: text("kid").primaryKey(),
  x: text("x").notNull(),
  createdAt: moment("created_at").notNull(),
  retiredAt: moment("retired_at"),
});
