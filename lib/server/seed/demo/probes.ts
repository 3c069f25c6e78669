import { inTransaction, type Db } from "@/db/client";
import { saveProbeDays, saveProbeSamples, saveProbeSummaries, type ProbeDayRow, type ProbeSampleRow } from "@/db/queries/probes/probe";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { inferenceEndpoints, type InferenceEndpoint } from "@/lib/catalogs/inference-endpoints";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { groupBy } from "@/lib/domain/basics/group-by";
import { rollUpDay } from "@/lib/domain/probes/probe-days";
import { PROBE_WINDOW_MS, summariseProbes } from "@/lib/domain/probes/probe-summary";
import { seededRandom } from "../rng";

/** The probe itself runs more often; once an hour is enough for daily figures. */
const PROBE_EVERY_MS = 3_600_000;
const FAILING_SHARE = 0.004;

function sampleOf({ id, provider, expectedStatuses }: InferenceEndpoint, at: Date, base: number, random: () => number): ProbeSampleRow {
  const isFailing = random() < FAILING_SHARE;
  const ttfb = Math.round(base * (0.8 + 0.5 * random()) * 10) / 10;
  return {
    target: id,
    provider,
    kind: "reach",
    at,
    outcome: isFailing ? "provider_fail" : "ok",
    status: isFailing ? 503 : (expectedStatuses[0] ?? 401),
    fault: null,
    dnsMs: 4,
    tcpMs: Math.round(base / 5),
    tlsMs: Math.round(base / 4),
    ttfbMs: ttfb,
    totalMs: ttfb + 3,
  };
}

async function plantEndpoint(db: Db, endpoint: InferenceEndpoint, times: readonly Date[], now: Date, random: () => number): Promise<void> {
  const base = 60 + 340 * random();
  const samples = times.map((at) => sampleOf(endpoint, at, base, random));
  const byDay = groupBy(samples, ({ at }) => utcDay(at));
  const days = [...byDay].map(([date, own]): ProbeDayRow => ({ target: endpoint.id, date, computedAt: now, figures: rollUpDay(own) }));
  const recent = samples.filter(({ at }) => at.getTime() > now.getTime() - PROBE_WINDOW_MS);
  await inTransaction(db, async (tx) => {
    await saveProbeDays(tx, days);
    await saveProbeSamples(tx, recent);
    await saveProbeSummaries(tx, [{ target: endpoint.id, computedAt: now, summary: summariseProbes(recent, now) }]);
  });
}

/** Plants the days, and the samples of the last 24 hours, that hourly probes of every endpoint would leave. */
export async function plantProbes(db: Db, days: number, now: Date): Promise<void> {
  const random = seededRandom(41);
  const first = Date.parse(addDays(utcDay(now), 1 - days));
  const times = Array.from(
    { length: Math.floor((now.getTime() - first) / PROBE_EVERY_MS) },
    (_, index) => new Date(now.getTime() - index * PROBE_EVERY_MS),
  );
  for (const endpoint of inferenceEndpoints) await plantEndpoint(db, endpoint, times, now, random);
  await recordSourceOutcomes(
    db,
    inferenceEndpoints.map(({ id }) => ({ source: `probe/${id}`, dataset: "probe" as const, at: now, fault: null })),
  );
}
