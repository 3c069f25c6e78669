import { isTrusted } from "../status/current-states";
import type { ProbeSummary } from "./probe-summary";

/** What an endpoint's probes say now, for a reader who asks whether its provider is at fault. */
export interface ProbeReading {
  says: "answering" | "failing" | "unclear";
  /** 0 to 1, median and count over the summary's window. */
  okShare: number;
  medianMs: number | null;
  count: number;
  /** Probes of the last hour that say something about the provider, and how many of them it failed. */
  lastHour: { count: number; failed: number };
  lastProbeAt: string;
  lastOkAt: string | null;
}

/** Fewer calls than this are an accident, not a finding. */
const LEAST_CALLS = 2;

function saysOf({ signal: { signal }, recovery }: ProbeSummary, count: number): ProbeReading["says"] {
  // A provider that failed within the hour and answers again is neither failing nor proved well.
  if (signal === "provider_degraded") return recovery.allOk ? "unclear" : "failing";
  return signal === "healthy" && count >= LEAST_CALLS && recovery.allOk ? "answering" : "unclear";
}

/** Null where nothing was probed lately, or only our own calls failed. Such probes say nothing about now. */
export function probeReading(summary: ProbeSummary, cadenceSeconds: number, now: Date): ProbeReading | null {
  const { okShare, total, count, lastProbeAt, signal, recovery } = summary;
  if (okShare === null || lastProbeAt === null || !isTrusted(lastProbeAt, cadenceSeconds, now)) return null;
  const lastHour = { count: signal.windowCount - signal.ourFails, failed: signal.providerFails };
  return {
    says: saysOf(summary, lastHour.count),
    okShare,
    medianMs: total.p50,
    count,
    lastHour,
    lastProbeAt,
    lastOkAt: recovery.lastOkAt,
  };
}
