import Negotiator from "negotiator";
import { z } from "zod";
import type { TaggedHash } from "@/lib/domain/receipts/receipt";
import { ApiError, type ErrorCode } from "@/lib/errors";
import { hashBody } from "@/lib/receipts/hashes";
import { malformedBody } from "./malformed";
import type { ApiRequest } from "../answer";
import type { AnyEndpoint } from "../endpoint";
import { EVENT_STREAM, JSON_TYPE } from "../envelope";
import { acceptedBy, metaOf, takesAnyText, type FieldMeta } from "../field-meta";
import { refuseUnknown, unknownKeys, unknownMembers, type UnknownName } from "./unknown-parameters";

export interface Input {
  query: Record<string, unknown>;
  params: Record<string, unknown>;
  body: unknown;
  /** Hash of the body's bytes; null for an endpoint without a body. */
  bodySha256: TaggedHash | null;
  /** Every parameter as it came, the repeated keys of a list joined. */
  search: URLSearchParams;
  /** Raw values of the declared query parameters, in a fixed order: part of a prepared answer's key. */
  canonical: string;
  format: "json" | "csv" | "events";
  /** Parameters that the declaration does not have, and the answer does not depend on. */
  ignored: readonly UnknownName[];
}

/** Longest body, unless the endpoint declares another limit. */
export const MAX_BODY_BYTES = 16 * 1024;
const QUOTED_LENGTH = 80;
/** Declared by `csv`. */
export const FORMAT = z.object({ format: z.enum(["json", "csv"]).default("json").describe("csv: the table") });
const NOTHING = z.object({});

/** User input quoted in an error is cut, and stripped of control and format characters. */
export const quoted = (value: string): string =>
  [...value]
    .slice(0, QUOTED_LENGTH)
    .join("")
    .replace(/[\p{Cc}\p{Cf}]/gu, "");

/** A list may have its own codes for too few and too many entries. */
function codeOf({ invalid, tooFew, tooMany }: FieldMeta, issue: z.core.$ZodIssue | undefined): ErrorCode {
  const isCount = (issue?.code === "too_small" || issue?.code === "too_big") && issue.origin === "array";
  const counted = isCount ? (issue.code === "too_small" ? tooFew : tooMany) : undefined;
  return counted ?? invalid ?? "invalid_parameter";
}

/** What an unknown name perhaps meant. */
function likeOf(issue: z.core.$ZodIssue | undefined): { candidates?: readonly string[] } {
  return issue?.code === "custom" ? (issue.params ?? {}) : {};
}

function refuseParameter(name: string, field: z.ZodType, value: string | undefined, issue: z.core.$ZodIssue | undefined): never {
  const meta = metaOf(field);
  const accepts = acceptedBy(field);
  if (value === undefined) {
    throw new ApiError(meta.missing ?? "missing_required_params", `\`${name}\` is required: ${accepts}.`, {
      missing: [name],
      parameter: name,
      accepted: accepts,
    });
  }
  const like = likeOf(issue);
  const meant = like.candidates && like.candidates.length > 0 ? `; perhaps ${like.candidates.join(", ")} was meant` : "";
  throw new ApiError(codeOf(meta, issue), `\`${name}\` is not valid: got "${quoted(value)}", accepted is ${accepts}${meant}.`, {
    parameter: name,
    given: quoted(value),
    accepted: accepts,
    ...like,
  });
}

function check(shape: z.ZodObject, raw: Record<string, string>): Record<string, unknown> {
  const result = shape.safeParse(raw);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? Object.keys(shape.shape)[0] ?? "query");
  const field = shape.shape[name] as z.ZodType | undefined;
  if (!field) throw new ApiError("invalid_parameter", issue?.message, (issue as { params?: Record<string, unknown> }).params ?? {});
  return refuseParameter(name, field, raw[name], issue);
}

/** A list parameter, also inside `.optional()` or `.default()`. */
function isList(field: z.ZodType | undefined): boolean {
  const { innerType, out } = (field?.def ?? {}) as { innerType?: z.ZodType; out?: z.ZodType };
  return innerType ? isList(innerType) : out?.def.type === "array";
}

/** Joins the repeated keys of a list, so that both spellings are the same request. */
function withJoinedLists(endpoint: AnyEndpoint, search: URLSearchParams): URLSearchParams {
  const joined = new URLSearchParams(search);
  for (const [name, field] of Object.entries(shapeOf(endpoint).shape)) {
    const values = search.getAll(name);
    if (values.length > 1 && isList(field as z.ZodType)) joined.set(name, values.join(","));
  }
  return joined;
}

/** Forms send a field that nobody filled in. Any other blank value is refused, as missing where one is required. */
export function mayBeBlank({ access }: AnyEndpoint, field: z.ZodType): boolean {
  return access.kind !== "premium" && takesAnyText(field);
}

function rawQuery(endpoint: AnyEndpoint, { shape }: z.ZodObject, search: URLSearchParams): Record<string, string> {
  const raw: Record<string, string> = {};
  for (const name of Object.keys(shape).toSorted()) {
    const values = search.getAll(name);
    if (values.length > 1) {
      throw new ApiError("invalid_parameter", `\`${name}\` was given ${values.length} times; give it once.`, {
        parameter: name,
        given: quoted(values.join(", ")),
        accepted: "one value",
      });
    }
    const value = values[0];
    if (value === undefined) continue;
    const field = shape[name] as z.ZodType;
    if (value.trim() !== "") raw[name] = value;
    else if (isOptional(field) && !mayBeBlank(endpoint, field)) refuseParameter(name, field, value, undefined);
  }
  return raw;
}

const prefersEvents = (headers: Headers): boolean =>
  new Negotiator({ headers: { accept: headers.get("accept") ?? "*/*" } }).mediaType([JSON_TYPE, EVENT_STREAM]) === EVENT_STREAM;

function formatOf(endpoint: AnyEndpoint, search: URLSearchParams, headers: Headers): Input["format"] {
  if (endpoint.eventStream && prefersEvents(headers)) return "events";
  if (!endpoint.csv) return "json";
  const { format } = check(FORMAT, rawQuery(endpoint, FORMAT, search));
  return format as Input["format"];
}

/** Stops reading at the limit, so that a larger body is never in memory. */
async function readBytes(request: ApiRequest, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new ApiError("payload_too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A field's meta may name its own codes and a reason. The params of a custom check override the reason. */
function refuseBody(schema: z.ZodType, issue: z.core.$ZodIssue | undefined, json: unknown): never {
  const name = String(issue?.path[0] ?? "");
  const field = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined;
  const { missing, invalid, reason } = metaOf(field ?? schema);
  const isMissing = field !== undefined && (json as Record<string, unknown>)[name] === undefined;
  const code = (isMissing ? missing : invalid) ?? "invalid_request_body";
  const checkParams = issue?.code === "custom" ? (issue.params ?? {}) : {};
  const reasons = !isMissing && reason !== undefined ? { reason } : {};
  throw new ApiError(code, `\`${issue?.path.join(".") || "body"}\`: ${issue?.message ?? "not valid"}.`, {
    parameter: issue?.path.join("."),
    ...reasons,
    ...checkParams,
  });
}

/** True for a member that may be left out, as a body that has a default may. */
export const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

type ReadBody = Pick<Input, "body" | "bodySha256"> & { unknown: readonly UnknownName[] };

/** JSON as its value; of an endpoint that takes other types of body too, the text itself. */
function valueOf({ body, bodyTypes }: AnyEndpoint, bytes: Uint8Array): unknown {
  let value: unknown;
  let malformed: ApiError | null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    malformed = malformedBody(text);
    value = malformed ? null : bodyTypes ? text : JSON.parse(text);
  } catch {
    const message = bodyTypes ? "The body is not text in UTF-8." : "The body is not JSON.";
    throw new ApiError(metaOf(body as z.ZodType).invalid ?? "invalid_request_body", message);
  }
  if (malformed) throw malformed;
  return value;
}

async function readBody(endpoint: AnyEndpoint, request: ApiRequest): Promise<ReadBody> {
  if (!endpoint.body) return { body: undefined, bodySha256: null, unknown: [] };
  const bytes = await readBytes(request, endpoint.maxBodyBytes ?? MAX_BODY_BYTES);
  if (bytes.byteLength === 0 && isOptional(endpoint.body)) {
    return { body: (endpoint.body as z.ZodType).parse(undefined), bodySha256: hashBody(bytes), unknown: [] };
  }
  const value = valueOf(endpoint, bytes);
  const unknown = endpoint.bodyTypes ? [] : unknownMembers(endpoint.body as z.ZodType, value);
  refuseUnknown(endpoint, unknown);
  const result = (endpoint.body as z.ZodType).safeParse(value);
  if (result.success) return { body: result.data, bodySha256: hashBody(bytes), unknown };
  return refuseBody(endpoint.body as z.ZodType, result.error.issues[0], value);
}

const shapeOf = ({ query }: AnyEndpoint): z.ZodObject => (query ?? NOTHING) as z.ZodObject;

/** The parameters of a query as the endpoint takes them; what it refuses is an ApiError. */
export function checkQuery(endpoint: AnyEndpoint, raw: Record<string, string>, now: Date): Record<string, unknown> {
  const query = check(shapeOf(endpoint), raw);
  endpoint.checkQuery?.(query, now);
  return query;
}

export async function parse(endpoint: AnyEndpoint, request: ApiRequest, params: Readonly<Record<string, string>>): Promise<Input> {
  const search = withJoinedLists(endpoint, new URL(request.url).searchParams);
  const shape = shapeOf(endpoint);
  const names = Object.keys(shape.shape).toSorted();
  const unknown = unknownKeys(search, endpoint.csv ? [...names, ...Object.keys(FORMAT.shape)] : names);
  refuseUnknown(endpoint, unknown);
  const format = formatOf(endpoint, search, request.headers);
  const raw = rawQuery(endpoint, shape, search);
  const query = checkQuery(endpoint, raw, new Date());
  const checkedParams = check((endpoint.params ?? NOTHING) as z.ZodObject, { ...params });
  const canonical = names
    .filter((name) => name in raw)
    .map((name) => `${name}=${encodeURIComponent(raw[name] as string)}`)
    .join("&");
  const { unknown: members, ...body } = await readBody(endpoint, request);
  return { query, params: checkedParams, ...body, canonical, search, format, ignored: [...unknown, ...members] };
}
