import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const day = (name: string) => date(name, { mode: "string" });

/**
 * Every receipt that was signed. One index serves insert, log and proof; triggers keep rows as they were written,
 * except for the body of what was not charged, and refuse a day whose log is closed.
 */
export const receipts = pgTable(
  "receipts",
  {
    /** UTC day of the receipt's server_time. */
    day: day("day").notNull(),
    id: text("id").notNull(),
    /** RFC 6962 leaf hash of `body`, hex. */
    leafHash: text("leaf_hash").notNull(),
    /** Canonical JSON of the signed fields, the key's id and the signature. Null: forgotten, since nothing was charged; the leaf hash still proves it. */
    body: text("body"),
  },
  (table) => [primaryKey({ columns: [table.day, table.id] })],
);

/** Begun when days that were closed too early were opened again: what earlier editions say of `from_day` and later is superseded. */
export const receiptLogEditions = pgTable("receipt_log_editions", {
  edition: integer("edition").primaryKey(),
  fromDay: day("from_day").notNull(),
  begunAt: moment("begun_at").notNull(),
});

/** Days that take no more receipts: set before the day's tree is computed. */
export const receiptDays = pgTable(
  "receipt_days",
  { day: day("day").notNull(), edition: integer("edition").notNull().default(0), closedAt: moment("closed_at").notNull() },
  (table) => [primaryKey({ columns: [table.day, table.edition] })],
);

/** One signed root per day and edition. `previous` hashes the head that was published before it, so none can be rewritten alone. */
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

/** Roots of each 1,024 leaves in id order: a proof reads one chunk and these, however many receipts a day has. */
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

/** Public keys that have ever signed. A retired one signs no more; what it signed stays verifiable. */
export const receiptKeys = pgTable("receipt_keys", {
  /** RFC 7638 thumbprint. */
  kid: text("kid").primaryKey(),
  x: text("x").notNull(),
  createdAt: moment("created_at").notNull(),
  retiredAt: moment("retired_at"),
});
