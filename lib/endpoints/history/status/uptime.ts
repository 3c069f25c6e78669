import { z } from "zod";
import { listStatusDays, listStatusServices, listTransitions } from "@/db/queries/status";
import { findServices } from "@/lib/catalogs/find-services";
import { statusPages } from "@/lib/catalogs/status-pages";
import { providerUptime } from "@/lib/domain/provider-uptime";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { requireShortRange, shortRangeParams } from "@/lib/http/require-short-range";
import { textParam, utcDay } from "@/lib/schemas/params";
import { FreeTier, SeriesRange } from "@/lib/schemas/series";
import { StatusDay } from "@/lib/schemas/status";

const MAX_DAYS = 30;

const PREMIUM = {
  endpoint: "/api/premium/history/status/uptime",
  max_range_days: 366,
  credits_per_call: 1,
  note: "The same rollup over a longer range.",
};

const Count = z.int();

const providerIds = [...new Set(statusPages.map((page) => page.provider))].sort();

export const statusUptime = defineEndpoint({
  method: "GET",
  path: "/api/history/status/uptime",
  tag: "History",
  summary: "Uptime of one provider over up to 30 days, with a class for each day",
  description:
    "A UTC day is down when two consecutive polls saw it down, else degraded when two saw it degraded or down, else operational; polls more than ten minutes apart each decide. Days without data do not count. `uptime_pct` = (operational + 0.5 × degraded) / days with data × 100. `uptime_pct_time_weighted` weighs the time between state changes instead.",
  access: free(),
  reads: ["provider_status"],
  maxAgeSeconds: 120,
  query: z.object({
    provider: textParam(100).meta({ missing: "provider_required", accepts: "a provider id or name", description: "Provider id or name, or the name of a service" }),
    ...shortRangeParams(MAX_DAYS),
  }),
  response: z.strictObject({
    provider: z.string(),
    services: z.array(z.string()).describe("Names of the services that were counted; the worst of them makes each day."),
    range: SeriesRange,
    days_total: Count,
    days_with_data: Count,
    days_missing: Count,
    days_operational: Count,
    days_degraded: Count,
    days_down: Count,
    days_unknown: Count,
    uptime_pct: z.number().nullable().describe("Null when no day has data."),
    uptime_pct_time_weighted: z.number().nullable(),
    partial: z.boolean().describe("True when the range includes today, which is not over."),
    incident_days: z.array(z.strictObject({ date: z.string(), status: z.enum(["degraded", "down"]) })),
    days: z.array(StatusDay),
    ...FreeTier,
  }),
  csv: ({ days }) => ({ columns: ["date", "status", "partial"], rows: days.map((day) => [day.date, day.status, day.partial]) }),
  errors: { provider_not_found: z.object({ available_providers: z.array(z.string()) }) },
  example: { query: { provider: "anthropic" } },
}).handle(async ({ query, db, now }) => {
  const range = requireShortRange(query, MAX_DAYS, now);
  const today = utcDay(now);
  const found = findServices(query.provider);
  if (found.provider === null && found.pages.length === 0) throw new ApiError("provider_not_found", `No provider is called "${query.provider.slice(0, 80)}".`, { available_providers: providerIds });
  const ids = found.pages.map((page) => page.id);
  const [services, days, changes] = await Promise.all([listStatusServices(db, ids), listStatusDays(db, ids, range.from, range.to), listTransitions(db, ids, new Date(`${range.from}T00:00:00.000Z`))]);
  const uptime = providerUptime(services, days, changes, range);
  return {
    provider: found.provider ?? found.pages[0]?.provider ?? query.provider,
    services: found.pages.map((page) => page.name),
    range,
    days_total: uptime.daysTotal,
    days_with_data: uptime.daysWithData,
    days_missing: uptime.daysMissing,
    days_operational: uptime.daysOperational,
    days_degraded: uptime.daysDegraded,
    days_down: uptime.daysDown,
    days_unknown: uptime.daysUnknown,
    uptime_pct: uptime.uptimePct,
    uptime_pct_time_weighted: uptime.timeWeightedPct,
    partial: range.to === today,
    incident_days: uptime.incidentDays,
    days: uptime.days.map((day) => ({ ...day, partial: day.date === today })),
    tier: "free" as const,
    premium: PREMIUM,
  };
});
