import { context, propagation, SpanKind, SpanStatusCode, trace, type Span } from "@opentelemetry/api";
import { env } from "./env";
import { processState } from "./process-state.mjs";

const tracing = processState<{ isOn: boolean }>("tracing", () => ({ isOn: false }));

/** Sends traces to the configured collector. Without one nothing is loaded, and no call costs more. */
export async function startTracing(): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME } = env();
  if (!OTEL_EXPORTER_OTLP_ENDPOINT || tracing.isOn) return;
  tracing.isOn = true;
  const { registerOTel } = await import("@vercel/otel");
  // Endpoint and headers are read from the environment by OpenTelemetry itself, under the same names.
  registerOTel({ serviceName: OTEL_SERVICE_NAME });
}

interface Traced {
  method: string;
  /** The declared path: a raw one would make as many names as there are callers. */
  route: string;
  headers: Headers;
}

async function inSpan<Answer extends { status: number }>(span: Span, work: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await work();
    span.setAttribute("http.response.status_code", answer.status);
    if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    return answer;
  } finally {
    span.end();
  }
}

/** Runs the work as a span of its caller's trace, if the caller sent one. */
export function traced<Answer extends { status: number }>(
  { method, route, headers }: Traced,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!tracing.isOn) return work();
  const parent = propagation.extract(context.active(), Object.fromEntries(headers));
  const attributes = { "http.request.method": method, "http.route": route };
  return trace
    .getTracer("ai-ecosystem-data")
    .startActiveSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent, (span) => inSpan(span, work));
}

/** A part of the work that is under way, such as computing an answer or charging for it. */
export function tracedStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!tracing.isOn) return work();
  return trace.getTracer("ai-ecosystem-data").startActiveSpan(name, (span) => work().finally(() => span.end()));
}
