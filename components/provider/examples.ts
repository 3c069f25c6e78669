import { addDays } from "@/lib/domain/basics/date-range";
import type { Uptime } from "@/lib/schemas/status";
import type { AttentionAnswer, ProbeAnswer, ProfileAnswer } from "./premium-answers";

/** Invented answers that show what a call would bring; blocks mark them as examples. */

const FROM = "2026-01-01";

const exampleDays = (count: number): Uptime["days"] =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays(FROM, index),
    status: index === 17 ? null : index === 40 ? ("down" as const) : index % 29 === 8 ? ("degraded" as const) : ("operational" as const),
    partial: false,
  }));

const days = exampleDays(90);
const incidentDays = days.flatMap(({ date, status }) => (status === "down" || status === "degraded" ? [{ date, status }] : []));
const degraded = incidentDays.filter(({ status }) => status === "degraded").length;
const withData = days.filter(({ status }) => status !== null).length;
const down = incidentDays.length - degraded;
const operational = withData - incidentDays.length;

export const UPTIME_EXAMPLE: Uptime = {
  provider: "example",
  services: ["Example API"],
  range: { from: FROM, to: addDays(FROM, days.length - 1), days: days.length },
  days_total: days.length,
  days_with_data: withData,
  days_missing: days.length - withData,
  days_operational: operational,
  days_degraded: degraded,
  days_down: down,
  days_unknown: 0,
  uptime_pct: ((operational + degraded / 2) / withData) * 100,
  uptime_pct_time_weighted: 99.61,
  partial: false,
  incident_days: incidentDays,
  days,
};

export const PROFILE_EXAMPLE: ProfileAnswer = {
  status: { state: "operational", last_checked: "2026-03-31T09:58:00.000Z" },
  models: [
    { id: "example-large", name: "Example Large", pricing: { input: 3, output: 15 }, context_window: 200_000 },
    { id: "example-small", name: "Example Small", pricing: { input: 0.25, output: 1.25 }, context_window: 200_000 },
  ],
  recent_news_count: 14,
  recent_news: [{ title: "Example Large gets a longer context", source: "Example News" }],
  agent_traffic_24h: 37,
  notes: [],
};

export const ATTENTION_EXAMPLE: AttentionAnswer = {
  range: { from: FROM, to: addDays(FROM, 11) },
  summary: { first: 40, last: 56, min: 38, max: 60, captured_days: 11 },
  series: Array.from({ length: 12 }, (_, index) => ({
    date: addDays(FROM, index),
    attention_score: index === 7 ? null : ([40, 38, 44, 52, 60, 56][index % 6] ?? null),
    rank: index === 7 ? null : 3,
  })),
};

export const PROBE_EXAMPLE: ProbeAnswer = {
  endpoint: "example",
  summary: { count: 192, ok_pct: 0.9948, incident_hours: 1, days_with_data: 2, days_missing: 0 },
  points: [
    { date: FROM, ok_pct: 1, total_p50: 210, total_p95: 480, incident_hours: 0, has_data: true },
    { date: addDays(FROM, 1), ok_pct: 0.9896, total_p50: 260, total_p95: 910, incident_hours: 1, has_data: true },
  ],
};
