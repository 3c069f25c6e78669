import { z } from "zod";
import type { AnswerCapture } from "@/lib/domain/freshness/dataset-capture";
import type { AnyEndpoint } from "./endpoint";
import { PREMIUM_MEMBERS } from "./premium-body";
import { SAMPLE_MEMBERS, sampleMember } from "./sample-mark";

const Ok = z.object({ ok: z.literal(true).describe("True on every answer that is not an error.") });

const Freshness = z.object({
  captured_at: z.iso.datetime().nullable().meta({
    id: "CapturedAt",
    description:
      "When the data of this answer was read at its source, or revised by people where it has none: of the dataset with the strictest promise, or of the first that is older than its own. Null when that is unknown.",
  }),
  stale_after_seconds: z.int().nullable().meta({
    id: "StaleAfterSeconds",
    description:
      "The endpoint's promise, as in /api/freshness: older data is stale, and so is data of unknown age. Null where age means nothing.",
  }),
});

export const JSON_TYPE = "application/json";
/** Type of the table that `?format=csv` asks for. */
export const CSV_TYPE = "text/csv";
export const EVENT_STREAM = "text/event-stream";

/** Every content type that an endpoint answers with, `csv` and events aside. */
export function typesOf({ typesByExtension, formats, produces = JSON_TYPE }: AnyEndpoint): string[] {
  if (formats) return [...new Set(Object.values(formats).map(({ type }) => type))];
  return typesByExtension ? Object.values(typesByExtension) : [produces];
}

/** A file that is JSON in one of its formats is sent as it is stored. */
const isJson = (endpoint: AnyEndpoint): boolean => !endpoint.formats && typesOf(endpoint).includes(JSON_TYPE);

export const hasEnvelope = (endpoint: AnyEndpoint): boolean => isJson(endpoint) && (endpoint.isEnveloped ?? true);

/** The body as sent. What the engine adds to a payload is defined only here and in `envelopedSchema`. */
export function enveloped(endpoint: AnyEndpoint, payload: unknown, { capturedAt, promiseSeconds }: AnswerCapture): unknown {
  if (!hasEnvelope(endpoint)) return payload;
  const ok: z.input<typeof Ok> = { ok: true };
  if (endpoint.reads.length === 0) return { ...ok, ...(payload as object) };
  const freshness: z.input<typeof Freshness> = { captured_at: capturedAt?.toISOString() ?? null, stale_after_seconds: promiseSeconds };
  return { ...ok, ...(payload as object), ...freshness, ...sampleMember(endpoint) };
}

function addedMembers({ access, reads }: AnyEndpoint): z.ZodRawShape {
  const sample = reads.length === 0 ? {} : SAMPLE_MEMBERS;
  if (access.kind === "premium") return { ...PREMIUM_MEMBERS, ...sample };
  return reads.length === 0 ? {} : { ...Freshness.shape, ...sample };
}

function withAddedMembers(schema: z.ZodType, endpoint: AnyEndpoint): z.ZodType {
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => withAddedMembers(option as z.ZodType, endpoint)));
  if (!(schema instanceof z.ZodObject)) throw new Error(`${endpoint.method} ${endpoint.path}: its response is not an object`);
  const whole = z.object({ ...Ok.shape, ...schema.shape, ...addedMembers(endpoint) });
  const { catchall } = schema.def;
  return catchall ? whole.catchall(catchall) : whole;
}

export function envelopedSchema(endpoint: AnyEndpoint): z.ZodType {
  const payload = endpoint.response as z.ZodType;
  return hasEnvelope(endpoint) ? withAddedMembers(payload, endpoint) : payload;
}
