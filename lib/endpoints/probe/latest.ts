import { z } from "zod";
import { listProbeSummaries } from "@/db/queries/probes/probe";
import { inferenceEndpoints, type InferenceEndpoint } from "@/lib/catalogs/inference-endpoints";
import type { ProbeSeries, ProbeSummary } from "@/lib/domain/probes/probe-summary";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { ProbedEndpoint } from "@/lib/schemas/probes";

const toSeries = ({ count, successCount, okShare, ttfb, total, statusCodes, lastProbeAt, lastError }: ProbeSeries) => ({
  count,
  success_count: successCount,
  ok_pct: okShare,
  ttfb,
  total,
  status_codes: statusCodes,
  last_probe_at: lastProbeAt,
  last_error: lastError,
});

/** Null, so left out of the list, when no probe has learnt anything about the endpoint. */
function toEntry({ id, provider, name, url }: InferenceEndpoint, summary: ProbeSummary): ProbedEndpoint | null {
  const { okShare, dns, tcp, tls, completion, signal, recovery } = summary;
  if (okShare === null) return null;
  return {
    provider,
    endpoint: id,
    name,
    url,
    ...toSeries(summary),
    ok_pct: okShare,
    dns,
    tcp,
    tls,
    completion: completion && toSeries(completion),
    probe_signal: {
      signal: signal.signal,
      window_minutes: signal.windowMinutes,
      window_count: signal.windowCount,
      provider_fails: signal.providerFails,
      our_fails: signal.ourFails,
    },
    probe_recovery: {
      all_ok: recovery.allOk,
      window_minutes: recovery.windowMinutes,
      window_count: recovery.windowCount,
      last_ok_at: recovery.lastOkAt,
    },
  };
}

export const probeLatest = defineEndpoint({
  method: "GET",
  path: "/api/probe/latest",
  tag: "Status",
  summary: "Latest probe: measured latency and availability of LLM API endpoints over the last 24 hours",
  description:
    "Every 15 minutes each endpoint is asked once without a key: any answer below 500 counts as up, and the percentiles are those of answers by the API itself. " +
    "Windows are counted back from `computed_at`, the time of the newest probes. Nothing probed yet: 200 with an empty list.",
  access: free(),
  reads: ["probe"],
  maxAgeSeconds: 60,
  response: z.strictObject({
    summary: z.strictObject({
      computed_at: z.iso.datetime().nullable(),
      window_label: z.literal("last_24h"),
      providers: z.array(ProbedEndpoint),
    }),
  }),
}).handle(async ({ db }) => {
  const rows = await listProbeSummaries(db);
  const byTarget = new Map(rows.map((row) => [row.target, row]));
  const entries = inferenceEndpoints.map((endpoint) => {
    const row = byTarget.get(endpoint.id);
    return row ? toEntry(endpoint, row.summary) : null;
  });
  const newestMs = Math.max(...rows.map(({ computedAt }) => computedAt.getTime()));
  return {
    summary: {
      computed_at: rows.length > 0 ? new Date(newestMs).toISOString() : null,
      window_label: "last_24h" as const,
      providers: entries.filter((entry) => entry !== null),
    },
  };
});
