import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, moment } from "./columns";
import type { ProbeDay } from "@/lib/domain/probes/probe-days";
import type { ProbeSummary } from "@/lib/domain/probes/probe-summary";

/** Probes of endpoints. Durations in milliseconds; null for a step that did not happen or was not timed. */
export const probeSamples = pgTable(
  "probe_samples",
  {
    target: text("target").notNull(),
    provider: text("provider").notNull(),
    kind: text("kind", { enum: ["reach", "completion"] }).notNull(),
    at: moment("at").notNull(),
    outcome: text("outcome", { enum: ["ok", "limited", "provider_fail", "our_fail"] }).notNull(),
    status: integer("status"),
    fault: text("fault"),
    dnsMs: doublePrecision("dns_ms"),
    tcpMs: doublePrecision("tcp_ms"),
    tlsMs: doublePrecision("tls_ms"),
    ttfbMs: doublePrecision("ttfb_ms"),
    totalMs: doublePrecision("total_ms"),
  },
  (table) => [primaryKey({ columns: [table.target, table.kind, table.at] }), index("probe_samples_at").on(table.at)],
);

/** Summary of an endpoint's last 24 hours, computed at each probe, so that readers need not aggregate samples. */
export const probeSummaries = pgTable("probe_summaries", {
  target: text("target").primaryKey(),
  computedAt: moment("computed_at").notNull(),
  summary: jsonb("summary").$type<ProbeSummary>().notNull(),
});

/** UTC days of endpoints, recomputed at each probe and never deleted. Samples are deleted after a week. */
export const probeDays = pgTable(
  "probe_days",
  {
    target: text("target").notNull(),
    date: day("date").notNull(),
    computedAt: moment("computed_at").notNull(),
    figures: jsonb("figures").$type<ProbeDay>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.target, table.date] })],
);
