import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { day, moment } from "./columns";
import type { StatusComponent } from "@/lib/domain/status/core-components";
import type { DayTally } from "@/lib/domain/status/day-class";
import type { KnownState, ServiceState } from "@/lib/domain/status/service-state";

/** Current state of each service. `known_*` is the last state other than unknown. */
export const statusServices = pgTable("status_services", {
  service: text("service").primaryKey(),
  state: text("state").$type<ServiceState>().notNull().default("unknown"),
  components: jsonb("components").$type<StatusComponent[]>().notNull().default([]),
  /** A planned maintenance goes on. */
  isMaintenance: boolean("is_maintenance").notNull().default(false),
  fault: text("fault"),
  lastSlot: moment("last_slot"),
  checkedAt: moment("checked_at"),
  /** When the page was last read completely, and when its full body was last received (not a 304). */
  readAt: moment("read_at"),
  bodyAt: moment("body_at"),
  knownState: text("known_state").$type<KnownState>(),
  knownAt: moment("known_at"),
  knownSince: moment("known_since"),
  firstKnownAt: moment("first_known_at"),
});

/** Polls of the last 14 days. The primary key makes a poll unique, however many pollers run. */
export const statusPolls = pgTable(
  "status_polls",
  {
    service: text("service").notNull(),
    slot: moment("slot").notNull(),
    state: text("state").$type<ServiceState>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.service, table.slot] })],
);

/** Transitions stay for ever, like incidents: uptime is computed from them. */
export const statusTransitions = pgTable(
  "status_transitions",
  {
    service: text("service").notNull(),
    at: moment("at").notNull(),
    fromState: text("from_state").$type<KnownState>().notNull(),
    toState: text("to_state").$type<KnownState>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.service, table.at] }), index("status_transitions_at").on(table.at)],
);

export const incidents = pgTable(
  "incidents",
  {
    id: text("id").primaryKey(),
    service: text("service").notNull(),
    severity: text("severity", { enum: ["minor", "major"] }).notNull(),
    title: text("title").notNull(),
    startedAt: moment("started_at").notNull(),
    resolvedAt: moment("resolved_at"),
    durationMinutes: integer("duration_minutes"),
  },
  (table) => [
    uniqueIndex("incidents_one_open")
      .on(table.service)
      .where(sql`resolved_at is null`),
    index("incidents_started").on(table.startedAt.desc(), table.id),
    index("incidents_resolved").on(table.resolvedAt),
  ],
);

/** Class of each UTC day; `tally` is the running count for the day's next poll. */
export const statusDays = pgTable(
  "status_days",
  {
    service: text("service").notNull(),
    day: day("day").notNull(),
    status: text("status").$type<ServiceState>().notNull(),
    tally: jsonb("tally").$type<StoredTally>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.service, table.day] }), index("status_days_day").on(table.day)],
);

/** A tally as JSON, in which its time is text. */
export type StoredTally = Omit<DayTally, "last"> & { last: { at: string; state: KnownState; isAlone: boolean } | null };
