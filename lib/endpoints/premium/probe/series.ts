import { z } from "zod";
import { listProbeDays } from "@/db/queries/probes/probe";
import { endpointsOf, PROBED_PROVIDERS } from "@/lib/catalogs/find-endpoints";
import type { InferenceEndpoint } from "@/lib/catalogs/inference-endpoints";
import { providerParam } from "@/lib/catalogs/name-params";
import { datesOf, utcDay } from "@/lib/domain/basics/date-range";
import { summariseProbeDays } from "@/lib/domain/probes/probe-days";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { MOST_DAYS, RANGE_ERRORS, rangeParams, rangeUpTo } from "@/lib/http/require-date-range";
import { textParam, UNKNOWN_NAME } from "@/lib/schemas/params";
import { ProbePoint, toProbePoint } from "@/lib/schemas/probes";
import { SeriesRange } from "@/lib/schemas/history/series";

const Summary = z.strictObject({
  count: z.int(),
  ok_pct: z.number().min(0).max(1).nullable().describe("Of all probes of the range, a fraction from 0 to 1"),
  uptime_pct: z.number().nullable().describe("Per cent of all probed hours of the range without an incident"),
  incident_hours: z.int(),
  days_with_data: z.int(),
  days_missing: z.int(),
});

const query = z.object({
  provider: providerParam().meta({ missing: "provider_required", known: PROBED_PROVIDERS, description: "Provider id or name" }),
  endpoint: textParam(100)
    .optional()
    .describe("One of `endpoints`, for a provider with several; by default the endpoint with the provider's id"),
  ...rangeParams(),
});

type ProbeQuery = z.output<typeof query>;

/** The endpoint with the ids of its siblings; null for a provider without probed endpoints. */
function requireEndpoint(provider: string, endpointId: string | undefined): { endpoint: InferenceEndpoint | null; ids: string[] } {
  const endpoints = endpointsOf(provider);
  const ids = endpoints.map(({ id }) => id);
  const endpoint = endpointId === undefined ? endpoints[0] : endpoints.find(({ id }) => id === endpointId.toLowerCase());
  if (endpointId !== undefined && !endpoint) {
    const accepted = ids.length > 0 ? `one of ${ids.join(", ")}` : "none: no endpoint of this provider is probed";
    throw new ApiError("invalid_parameter", `\`endpoint\` is not one of ${provider}'s: accepted is ${accepted}.`, {
      parameter: "endpoint",
      given: [...endpointId].slice(0, 80).join(""),
      accepted,
      candidates: ids,
    });
  }
  return { endpoint: endpoint ?? null, ids };
}

const resolveQuery = ({ provider, endpoint, ...days }: ProbeQuery, now: Date) => ({
  provider,
  ...requireEndpoint(provider, endpoint),
  range: rangeUpTo(MOST_DAYS.probes)(days, now),
});

export const probeSeries = defineEndpoint({
  method: "GET",
  path: "/api/premium/probe/series",
  tag: "Status",
  summary: "Probe series: measured latency and availability of one LLM API endpoint by day, over up to 366 days",
  description:
    "One point per UTC day of the range, from probes every 15 minutes without a key; any answer below 500 counts as up, percentiles are those of answers by the API itself. Today is not over. A range without a day of data is not charged.",
  access: premium(5),
  reads: ["probe"],
  maxAgeSeconds: 0,
  query,
  checkQuery: resolveQuery,
  response: z.strictObject({
    provider: z.string().describe("Provider id"),
    endpoint: z.string().nullable().describe("Id of the probed endpoint; null where the provider has none"),
    endpoints: z.array(z.string()).describe("All probed endpoints of the provider"),
    range: SeriesRange,
    summary: Summary,
    points: z.array(ProbePoint),
  }),
  isEmpty: ({ summary }) => summary.days_with_data === 0,
  isPast: ({ range }, now) => range.to < utcDay(now),
  errors: { ...UNKNOWN_NAME, ...RANGE_ERRORS },
  example: { query: { provider: "anthropic" } },
}).handle(async ({ query: probeQuery, db, now, capturedAt }) => {
  const { provider, endpoint, ids, range } = resolveQuery(probeQuery, now);
  const days = endpoint ? await listProbeDays(db, endpoint.id, range.from, range.to) : [];
  const byDate = new Map(days.map((day) => [day.date, day.figures]));
  const summary = summariseProbeDays([...byDate.values()]);
  if (range.to < utcDay(now)) capturedAt(days.map(({ computedAt }) => computedAt));
  return {
    provider,
    endpoint: endpoint?.id ?? null,
    endpoints: ids,
    range,
    summary: { ...summary, days_missing: range.days - summary.days_with_data },
    points: datesOf(range).map((date) => toProbePoint(date, byDate.get(date) ?? null)),
  };
});
