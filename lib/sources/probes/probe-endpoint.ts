import type { CompletionTarget, InferenceEndpoint } from "@/lib/catalogs/inference-endpoints";
import { completionOutcome, reachOutcome, type ProbeOutcome } from "@/lib/domain/probes/probe-outcome";
import type { ProbeKind } from "@/lib/domain/probes/probe-summary";
import type { Measurement, SourceHttp } from "../http/source";
import { completionRequest, isCompletion } from "./completion-request";

const TIMEOUT_MS = 10_000;

export interface EndpointProbe extends Omit<Measurement, "bytes"> {
  target: string;
  provider: string;
  kind: ProbeKind;
  outcome: ProbeOutcome;
}

function toProbe({ id, provider }: InferenceEndpoint, kind: ProbeKind, measured: Measurement, outcome: ProbeOutcome): EndpointProbe {
  const { status, fault, dnsMs, tcpMs, tlsMs, ttfbMs, totalMs } = measured;
  return { target: id, provider, kind, outcome, status, fault, dnsMs, tcpMs, tlsMs, ttfbMs, totalMs };
}

/** Knocks without a key: the refusal is the sign of life. */
export async function probeReach(endpoint: InferenceEndpoint, http: SourceHttp): Promise<EndpointProbe> {
  const measured = await http.measure({ url: endpoint.url, method: endpoint.method, timeoutMs: TIMEOUT_MS });
  return toProbe(endpoint, "reach", measured, reachOutcome(measured, endpoint.expectedStatuses));
}

export async function probeCompletion(
  endpoint: InferenceEndpoint,
  completion: CompletionTarget,
  key: string,
  http: SourceHttp,
): Promise<EndpointProbe> {
  const measured = await http.measure(completionRequest(completion, key));
  return toProbe(endpoint, "completion", measured, completionOutcome(measured, isCompletion(completion, measured.bytes)));
}
