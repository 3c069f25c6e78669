import pLimit from "p-limit";
import { inTransaction, type Db } from "@/db/client";
import { countDailyUse, recordSourceOutcomes, type SourceOutcome } from "@/db/queries/freshness/operations";
import {
  listProbeSamples,
  pruneProbeSamples,
  saveProbeDays,
  saveProbeSamples,
  saveProbeSummaries,
  type ProbeDayRow,
  type ProbeSampleRow,
  type ProbeSummaryRow,
} from "@/db/queries/probes/probe";
import { inferenceEndpoints, type InferenceEndpoint } from "@/lib/catalogs/inference-endpoints";
import { utcDay } from "@/lib/domain/basics/date-range";
import { rollUpDay } from "@/lib/domain/probes/probe-days";
import { withoutOwnOutage } from "@/lib/domain/probes/probe-outcome";
import { PROBE_WINDOW_MS, summariseProbes } from "@/lib/domain/probes/probe-summary";
import { env } from "@/lib/config/env";
import { probeCompletion, probeReach, type EndpointProbe } from "@/lib/sources/probes/probe-endpoint";
import type { SourceHttp } from "@/lib/sources/http/source";
import { NothingReadError } from "@/lib/ingest/require-one-read";
import { defineJob, type JobCounts } from "./define";
import { DAY_MS } from "@/lib/domain/basics/time";

/** Stays low because DNS lookups share libuv's four threads. More probes at once would slow each other down. */
const CONCURRENCY = 6;
const COMPLETIONS_PER_DAY = 200;
const STORED_MS = 7 * DAY_MS;

interface ProbeRun {
  db: Db;
  http: SourceHttp;
  now: Date;
  endpoints: readonly InferenceEndpoint[];
  /** API keys by provider id in upper case, with `_` for `-`. */
  keys: Readonly<Record<string, string>>;
}

async function mayComplete(db: Db, provider: string, now: Date): Promise<boolean> {
  return (await countDailyUse(db, utcDay(now), "probe-completion", provider)) <= COMPLETIONS_PER_DAY;
}

async function probe(endpoint: InferenceEndpoint, { db, http, now, keys }: ProbeRun): Promise<EndpointProbe[]> {
  const reach = await probeReach(endpoint, http);
  const key = keys[endpoint.provider.toUpperCase().replaceAll("-", "_")];
  if (!endpoint.completion || !key || !(await mayComplete(db, endpoint.provider, now))) return [reach];
  return [reach, await probeCompletion(endpoint, endpoint.completion, key, http)];
}

/** An endpoint that is down counts as read; only a failure on our side (`our_fail`) is a source fault. */
function outcomeOf({ target, outcome, fault, status }: EndpointProbe, at: Date): SourceOutcome {
  const isRead = outcome !== "our_fail";
  return {
    source: `probe/${target}`,
    dataset: "probe",
    at,
    fault: isRead ? null : (fault ?? "http"),
    error: isRead ? null : `not measured: ${fault ?? `HTTP ${status}`}`,
  };
}

/** Summaries of the last 24 hours and of today. Reads one endpoint at a time, before the transaction, so that requests never wait long. */
async function summarise(
  { db, now, endpoints }: ProbeRun,
  probed: readonly ProbeSampleRow[],
): Promise<{ summaries: ProbeSummaryRow[]; days: ProbeDayRow[] }> {
  const summaries: ProbeSummaryRow[] = [];
  const days: ProbeDayRow[] = [];
  for (const { id: target } of endpoints) {
    const earlier = await listProbeSamples(db, target, new Date(now.getTime() - PROBE_WINDOW_MS));
    const samples = [...earlier.filter(({ at }) => at.getTime() !== now.getTime()), ...probed.filter((sample) => sample.target === target)];
    summaries.push({ target, computedAt: now, summary: summariseProbes(samples, now) });
    days.push({ target, date: utcDay(now), computedAt: now, figures: rollUpDay(samples.filter(({ at }) => utcDay(at) === utcDay(now))) });
  }
  return { summaries, days };
}

const countOf = (probes: readonly EndpointProbe[], outcome: EndpointProbe["outcome"]): number =>
  probes.filter((probe) => probe.outcome === outcome).length;

export async function runProbes(run: ProbeRun): Promise<JobCounts> {
  const { db, now, endpoints } = run;
  const probes = withoutOwnOutage((await pLimit(CONCURRENCY).map(endpoints, (endpoint) => probe(endpoint, run))).flat());
  const reaches = probes.filter(({ kind }) => kind === "reach");
  const outcomes = reaches.map((reach) => outcomeOf(reach, now));
  if (!probes.some(({ status }) => status !== null)) {
    await recordSourceOutcomes(db, outcomes);
    // No endpoint answered: the fault is more likely ours.
    throw new NothingReadError(reaches.map(({ target, fault }) => ({ source: `probe/${target}`, fault: fault ?? "http" })));
  }
  const samples = probes.map((sample) => ({ ...sample, at: now }));
  const { summaries, days } = await summarise(run, samples);
  await inTransaction(db, async (tx) => {
    await saveProbeSamples(tx, samples);
    await saveProbeSummaries(tx, summaries);
    await saveProbeDays(tx, days);
    await pruneProbeSamples(tx, new Date(now.getTime() - STORED_MS));
    await recordSourceOutcomes(tx, outcomes);
  });
  return {
    probed: reaches.length,
    ok: countOf(reaches, "ok"),
    limited: countOf(reaches, "limited"),
    failed: countOf(reaches, "provider_fail"),
    not_measured: countOf(reaches, "our_fail"),
    completions: probes.length - reaches.length,
  };
}

export const probeEndpoints = defineJob({
  name: "probe-endpoints",
  summary: "Measures whether the providers' API endpoints answer, and how fast",
  cadence: { everyMinutes: 15 },
  writes: ["probe"],
  timeoutSeconds: 120,
  runsAtStart: true,
  run: ({ db, http, now }) => runProbes({ db, http, now, endpoints: inferenceEndpoints, keys: env().probeKeys }),
});
