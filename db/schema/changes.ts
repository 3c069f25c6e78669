import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ChangeDataset, ChangeFacts } from "@/lib/domain/history/changes/change-event";
import type { SnapshotType } from "@/lib/domain/history/history-spans";
import { day, moment } from "./columns";

/** What changed in the stored data, in the order in which readers get it. Rows are only ever added, one writer at a time. */
export const changeEvents = pgTable(
  "change_events",
  {
    /** The cursor. Writers take turns, so that no smaller one becomes visible later. */
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Follows from the data, so that listing a change again adds nothing. */
    id: text("id").notNull(),
    dataset: text("dataset").$type<ChangeDataset>().notNull(),
    provider: text("provider"),
    at: moment("at").notNull(),
    listedAt: moment("listed_at").notNull(),
    facts: jsonb("facts").$type<ChangeFacts>().notNull(),
  },
  (table) => [
    uniqueIndex("change_events_id").on(table.id),
    index("change_events_listed").on(table.listedAt),
    index("change_events_of_provider").on(table.provider, table.at),
    index("change_events_of_dataset").on(table.dataset, table.at),
  ],
);

/** Captured days whose changes against the captured day before are listed. */
export const changeDays = pgTable(
  "change_days",
  { type: text("type").$type<SnapshotType>().notNull(), date: day("date").notNull() },
  (table) => [primaryKey({ columns: [table.type, table.date] })],
);
