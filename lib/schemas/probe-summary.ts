import { z } from "zod";

export const Percentiles = z
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

export const CompletionSeries = z
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
