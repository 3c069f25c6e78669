import { z } from "zod";
import { datasets, type DatasetName } from "@/lib/datasets";
import type { AnyEndpoint } from "./endpoint";

const Ok = z.object({ ok: z.literal(true).describe("True on every answer that is not an error.") });

const Freshness = z.object({
  captured_at: z.iso.datetime().nullable().describe("When the oldest data of this answer was read at its source; null when that is unknown."),
  stale_after_seconds: z.int().nullable().describe("Promised longest age of the data; null where age means nothing."),
});

const JSON_TYPE = "application/json";

export const isJson = (endpoint: AnyEndpoint): boolean => (endpoint.produces ?? JSON_TYPE) === JSON_TYPE;

const hasEnvelope = (endpoint: AnyEndpoint): boolean => isJson(endpoint) && (endpoint.isEnveloped ?? true);

/** The strictest promise among the datasets an answer reads; null when none has one. */
export function slaOf(names: readonly DatasetName[]): number | null {
  const seconds = names.map((name) => datasets[name].slaSeconds).filter((sla) => sla !== null);
  return seconds.length === 0 ? null : Math.min(...seconds);
}

/** The body as sent: what the engine adds to a payload stands here and in `envelopedSchema`, nowhere else. */
export function enveloped(endpoint: AnyEndpoint, payload: unknown, capturedAt: Date | null): unknown {
  if (!hasEnvelope(endpoint)) return payload;
  const ok: z.input<typeof Ok> = { ok: true };
  if (endpoint.reads.length === 0) return { ...ok, ...(payload as object) };
  const freshness: z.input<typeof Freshness> = { captured_at: capturedAt?.toISOString() ?? null, stale_after_seconds: slaOf(endpoint.reads) };
  return { ...ok, ...(payload as object), ...freshness };
}

function extended(schema: z.ZodType, endpoint: AnyEndpoint): z.ZodType {
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => extended(option as z.ZodType, endpoint)));
  if (!(schema instanceof z.ZodObject)) throw new Error(`${endpoint.method} ${endpoint.path}: its response is not an object`);
  const freshness = endpoint.reads.length === 0 ? {} : Freshness.shape;
  const whole = z.object({ ...Ok.shape, ...schema.shape, ...freshness });
  const { catchall } = schema.def;
  return catchall ? whole.catchall(catchall) : whole;
}

/** Schema of the body as sent, for documents and contract tests. */
export function envelopedSchema(endpoint: AnyEndpoint): z.ZodType {
  const payload = endpoint.response as z.ZodType;
  return hasEnvelope(endpoint) ? extended(payload, endpoint) : payload;
}
