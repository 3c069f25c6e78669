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

function toProbe({ id, provider }: InferenceEndpoint, kind: ProbeKind, measurement: Measurement, outcome: ProbeOutcome): EndpointProbe {
  const { status, fault, dnsMs, tcpMs, tlsMs, ttfbMs, totalMs } = measurement;
  return { target: id, provider, kind, outcome, status, fault, dnsMs, tcpMs, tlsMs, ttfbMs, totalMs };
}

/** Calls the endpoint without a key: a refusal such as 401 shows that it is up. */
export async function probeReach(endpoint: InferenceEndpoint, http: SourceHttp): Promise<EndpointProbe> {
  const measurement = await http.measure({ url: endpoint.url, method: endpoint.method, timeoutMs: TIMEOUT_MS });
  return toProbe(endpoint, "reach", measurement, reachOutcome(measurement, endpoint.expectedStatuses));
}

export async function probeCompletion(
  endpoint: InferenceEndpoint,
  completion: CompletionTarget,
  key: string,
  http: SourceHttp,
): Promise<EndpointProbe> {
  const measurement = await http.measure(completionRequest(completion, key));
  return toProbe(endpoint, "completion", measurement, completionOutcome(measurement, isCompletion(completion, measurement.bytes)));
}
