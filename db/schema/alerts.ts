import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** What is wrong now, one row per alert that was raised and not cleared. All processes share it, so that each change is told once. */
export const alerts = pgTable(
  "alerts",
  {
    kind: text("kind").notNull(),
    /** A dataset, a payment, a machine; empty where a kind has one alert only. */
    subject: text("subject").notNull(),
    says: text("says").notNull(),
    raisedAt: moment("raised_at").notNull(),
    /** When it was last found again. Otherwise the report of a machine that is gone would stay raised for ever. */
    confirmedAt: moment("confirmed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] })],
);

/** Each raising and clearing, until it was told and 30 days longer. */
export const alertChanges = pgTable(
  "alert_changes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Equal in all attempts, so that a receiver can drop a repeat. */
    deliveryId: text("delivery_id").notNull(),
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    change: text("change", { enum: ["raised", "cleared"] }).notNull(),
    says: text("says").notNull(),
    at: moment("at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    /** When it was told, or given up. */
    endedAt: moment("ended_at"),
    outcome: text("outcome"),
  },
  (table) => [
    uniqueIndex("alert_changes_delivery").on(table.deliveryId),
    index("alert_changes_open")
      .on(table.id)
      .where(sql`ended_at is null`),
  ],
);
