import type { ProbeOutcome } from "./probe-outcome";
import { MINUTE_MS } from "../basics/time";

export type ProbeKind = "reach" | "completion";

export interface ProbeSample {
  kind: ProbeKind;
  at: Date;
  outcome: ProbeOutcome;
  status: number | null;
  fault: string | null;
  /** Milliseconds; null where not timed. */
  dnsMs: number | null;
  tcpMs: number | null;
  tlsMs: number | null;
  ttfbMs: number | null;
  totalMs: number | null;
}

export interface Percentiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/** A kind of probe over the window. Times are ISO 8601, so that a summary can be stored as JSON. */
export interface ProbeSeries {
  count: number;
  successCount: number;
  /** 0 to 1; null when nothing was counted. */
  okShare: number | null;
  ttfb: Percentiles;
  total: Percentiles;
  statusCodes: Record<string, number>;
  lastProbeAt: string | null;
  /** Error of the newest probe; null when it succeeded. */
  lastError: string | null;
}

export interface ProbeSummary extends ProbeSeries {
  dns: Percentiles;
  tcp: Percentiles;
  tls: Percentiles;
  completion: ProbeSeries | null;
  signal: { signal: ProbeSignal; windowMinutes: number; windowCount: number; providerFails: number; ourFails: number };
  recovery: { allOk: boolean; windowMinutes: number; windowCount: number; lastOkAt: string | null };
}

type ProbeSignal = "healthy" | "our_probe_limited" | "provider_degraded" | "no_signal";

export const PROBE_WINDOW_MS = 24 * 60 * MINUTE_MS;
const SIGNAL_MINUTES = 60;
const RECOVERY_MINUTES = 20;
const FAILS_NEEDED = 2;

const iso = (at: Date | undefined): string | null => at?.toISOString() ?? null;
export const isUp = ({ outcome }: ProbeSample): boolean => outcome === "ok" || outcome === "limited";
export const isCounted = ({ outcome }: ProbeSample): boolean => outcome !== "our_fail";

/** sorted[min(n − 1, floor(p·n))]; null without values. */
export function percentilesOf(values: readonly (number | null)[]): Percentiles {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function statusCodes(samples: readonly ProbeSample[]): Record<string, number> {
  const codes: Record<string, number> = {};
  for (const { status } of samples) if (status !== null) codes[status] = (codes[status] ?? 0) + 1;
  return codes;
}

function errorOf(sample: ProbeSample | undefined): string | null {
  if (!sample || sample.outcome === "ok") return null;
  if (sample.fault !== null) return sample.fault;
  return sample.status === 200 ? "malformed answer" : `HTTP ${sample.status}`;
}

const recentSamples = (samples: readonly ProbeSample[], now: Date, minutes: number): ProbeSample[] =>
  samples.filter(({ at }) => now.getTime() - at.getTime() < minutes * MINUTE_MS);

export function seriesOf(samples: readonly ProbeSample[]): ProbeSeries {
  const counted = samples.filter(isCounted);
  const timed = samples.filter(({ outcome }) => outcome === "ok");
  const successCount = counted.filter(isUp).length;
  return {
    count: counted.length,
    successCount,
    okShare: counted.length > 0 ? Math.round((successCount / counted.length) * 10_000) / 10_000 : null,
    ttfb: percentilesOf(timed.map(({ ttfbMs }) => ttfbMs)),
    total: percentilesOf(timed.map(({ totalMs }) => totalMs)),
    statusCodes: statusCodes(samples),
    lastProbeAt: iso(samples.at(-1)?.at),
    lastError: errorOf(samples.at(-1)),
  };
}

function signalOf(samples: readonly ProbeSample[], now: Date): ProbeSummary["signal"] {
  const recent = recentSamples(samples, now, SIGNAL_MINUTES);
  const providerFails = recent.filter(({ outcome }) => outcome === "provider_fail").length;
  const ourFails = recent.filter(({ outcome }) => outcome === "our_fail" || outcome === "limited").length;
  let signal: ProbeSignal = "healthy";
  if (providerFails >= FAILS_NEEDED) signal = "provider_degraded";
  else if (ourFails >= FAILS_NEEDED) signal = "our_probe_limited";
  else if (!recent.some(isCounted)) signal = "no_signal";
  return { signal, windowMinutes: SIGNAL_MINUTES, windowCount: recent.length, providerFails, ourFails };
}

function recoveryOf(samples: readonly ProbeSample[], now: Date): ProbeSummary["recovery"] {
  const recent = recentSamples(samples, now, RECOVERY_MINUTES).filter(isCounted);
  return {
    allOk: recent.length > 0 && recent.every(isUp),
    windowMinutes: RECOVERY_MINUTES,
    windowCount: recent.length,
    lastOkAt: iso(samples.findLast(isUp)?.at),
  };
}

/** Summary of one endpoint's last 24 hours before `now`. Samples in the future do not count. */
export function summariseProbes(all: readonly ProbeSample[], now: Date): ProbeSummary {
  const samples = all
    .filter(({ at }) => at <= now && now.getTime() - at.getTime() < PROBE_WINDOW_MS)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const reach = samples.filter(({ kind }) => kind === "reach");
  const completions = samples.filter(({ kind }) => kind === "completion");
  const timed = reach.filter(({ outcome }) => outcome === "ok");
  return {
    ...seriesOf(reach),
    dns: percentilesOf(timed.map(({ dnsMs }) => dnsMs)),
    tcp: percentilesOf(timed.map(({ tcpMs }) => tcpMs)),
    tls: percentilesOf(timed.map(({ tlsMs }) => tlsMs)),
    completion: completions.length > 0 ? seriesOf(completions) : null,
    signal: signalOf(samples, now),
    recovery: recoveryOf(samples, now),
  };
}
