import { z } from "zod";
import { incidentFreePct, hasProbeData, type ProbeDay } from "@/lib/domain/probes/probe-days";
import type { ProbeSeries } from "@/lib/domain/probes/probe-summary";

const Percentiles = z
  .strictObject({ p50: z.number().nullable(), p95: z.number().nullable(), p99: z.number().nullable() })
  .describe("Milliseconds; null where nothing was timed")
  .meta({ id: "Percentiles" });

const series = {
  count: z.int().describe("Probes that say something about the provider"),
  success_count: z.int().describe("Of these, answered below 500"),
  ok_pct: z.number().min(0).max(1).describe("A fraction from 0 to 1"),
  ttfb: Percentiles,
  total: Percentiles,
  status_codes: z.record(z.string(), z.int()),
  last_probe_at: z.iso.datetime().nullable(),
  last_error: z.string().nullable().describe("Of the newest probe; null when that went well"),
};

const CompletionSeries = z
  .strictObject({ ...series, ok_pct: series.ok_pct.nullable().describe("A fraction from 0 to 1; null when only our own calls failed") })
  .meta({ id: "CompletionSeries" });

export const ProbedEndpoint = z
  .strictObject({
    provider: z.string().describe("Provider id"),
    endpoint: z.string().describe("Unique; a provider may have several endpoints"),
    name: z.string(),
    url: z.string(),
    ...series,
    dns: Percentiles,
    tcp: Percentiles,
    tls: Percentiles,
    completion: CompletionSeries.nullable().describe("One-token completions; null where the operator has set no key for the provider"),
    probe_signal: z.strictObject({
      signal: z.enum(["healthy", "our_probe_limited", "provider_degraded", "no_signal"]),
      window_minutes: z.int(),
      window_count: z.int(),
      provider_fails: z.int().describe("5xx, no answer, or a 200 without a completion"),
      our_fails: z.int().describe("Rate limits and filters in between, and probes that did not get out"),
    }),
    probe_recovery: z.strictObject({
      all_ok: z.boolean(),
      window_minutes: z.int(),
      window_count: z.int(),
      last_ok_at: z.iso.datetime().nullable(),
    }),
  })
  .meta({ id: "ProbedEndpoint" });

export type ProbedEndpoint = z.output<typeof ProbedEndpoint>;

const Milliseconds = z.number().nullable().describe("Milliseconds; null where nothing was timed");
const Fraction = z.number().min(0).max(1).nullable().describe("A fraction from 0 to 1");

const timings = {
  ttfb_p50: Milliseconds,
  ttfb_p95: Milliseconds,
  ttfb_p99: Milliseconds,
  total_p50: Milliseconds,
  total_p95: Milliseconds,
  total_p99: Milliseconds,
};

const CompletionDay = z.strictObject({ count: z.int(), ok_pct: Fraction, ...timings });

export const ProbePoint = z
  .strictObject({
    date: z.iso.date(),
    count: z.int().describe("Probes that say something about the provider"),
    ok_pct: Fraction,
    uptime_pct: z.number().nullable().describe("Per cent of the probed hours without an incident"),
    ...timings,
    hours_probed: z.int(),
    incident_hours: z.int().describe("Hours in which fewer than 95% of the probes were answered below 500"),
    completion: CompletionDay.nullable().describe("One-token completions; null where none was asked for"),
    has_data: z.boolean(),
  })
  .meta({ id: "ProbePoint" });

export type ProbePoint = z.output<typeof ProbePoint>;

const toTimings = (series: ProbeSeries | undefined) => ({
  ttfb_p50: series?.ttfb.p50 ?? null,
  ttfb_p95: series?.ttfb.p95 ?? null,
  ttfb_p99: series?.ttfb.p99 ?? null,
  total_p50: series?.total.p50 ?? null,
  total_p95: series?.total.p95 ?? null,
  total_p99: series?.total.p99 ?? null,
});

export function toProbePoint(date: string, rolledUp: ProbeDay | null): ProbePoint {
  const day = rolledUp && hasProbeData(rolledUp) ? rolledUp : null;
  const { reach, completion, hoursProbed = 0, incidentHours = 0 }: Partial<ProbeDay> = day ?? {};
  return {
    date,
    count: reach?.count ?? 0,
    ok_pct: reach?.okShare ?? null,
    uptime_pct: incidentFreePct(hoursProbed, incidentHours),
    ...toTimings(reach),
    hours_probed: hoursProbed,
    incident_hours: incidentHours,
    completion: completion ? { count: completion.count, ok_pct: completion.okShare, ...toTimings(completion) } : null,
    has_data: day !== null,
  };
}
