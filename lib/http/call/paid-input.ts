import { z } from "zod";
import type { PaidInput } from "@/lib/money/chain/declare-input";
import type { AnyEndpoint } from "../endpoint";
import { metaOf } from "../field-meta";

type Json = Record<string, unknown>;

/** What a caller needs in order to choose a value. A 402 carries it in a header, so that nothing else is repeated there. */
const KEPT = ["type", "enum", "minimum", "maximum", "default"] as const;

const jsonSchemaOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;

const isSafe = (value: unknown): boolean => typeof value !== "number" || Math.abs(value) < Number.MAX_SAFE_INTEGER;

/** A parameter is text on the wire; of a list, several values stand between commas. */
function described(field: z.ZodType): Json {
  const schema = jsonSchemaOf(field);
  const kept = Object.fromEntries(KEPT.flatMap((key) => (schema[key] === undefined || !isSafe(schema[key]) ? [] : [[key, schema[key]]])));
  if (schema.format === "date") return { ...kept, description: "YYYY-MM-DD" };
  return schema.type === undefined || schema.type === "array" ? { type: "string" } : kept;
}

function valueOf({ type }: Json, text: string): unknown {
  if (type === "integer" || type === "number") return Number(text);
  return type === "boolean" ? text === "true" : text;
}

const fieldsOf = (shape: z.ZodObject | undefined): [string, z.ZodType][] => Object.entries(shape?.shape ?? {}) as [string, z.ZodType][];

function partOf(shape: z.ZodObject | undefined, example: Readonly<Record<string, string>> = {}): PaidInput["query"] {
  const all = fieldsOf(shape).map(([name, field]) => ({ name, field, schema: described(field) }));
  return {
    properties: Object.fromEntries(all.map(({ name, schema }) => [name, schema])),
    required: all.filter(({ field }) => !field.safeParse(undefined).success).map(({ name }) => name),
    example: Object.fromEntries(
      all.flatMap(({ name, schema }) => (example[name] === undefined ? [] : [[name, valueOf(schema, example[name])]])),
    ),
  };
}

/** Members of a body by their types alone: what each may hold stands in the description of the API. */
function bodyOf({ body, example }: AnyEndpoint): PaidInput["body"] {
  if (!body) return null;
  const { $ref, $defs, ...whole } = jsonSchemaOf(metaOf(body as z.ZodType).documentedAs ?? body) as Json & { $defs?: Record<string, Json> };
  // A schema with a name of its own stands among the definitions.
  const named = typeof $ref === "string" ? $defs?.[$ref.split("/").at(-1) ?? ""] : undefined;
  const { properties = {}, required = [] } = (named ?? whole) as { properties?: Record<string, Json>; required?: string[] };
  const members = Object.entries(properties).map(([name, { type }]) => [name, typeof type === "string" ? { type } : {}]);
  return { properties: Object.fromEntries(members) as Record<string, Json>, required, example: (example?.body ?? {}) as Json };
}

const known = new WeakMap<AnyEndpoint, PaidInput>();

/** What a paid operation takes, from its declaration, for programs that learn of it by its 402 alone. */
export function paidInputOf(endpoint: AnyEndpoint): PaidInput {
  const found = known.get(endpoint) ?? {
    method: endpoint.method,
    path: endpoint.path,
    query: partOf(endpoint.query, endpoint.example?.query),
    params: endpoint.params ? partOf(endpoint.params, endpoint.example?.params) : null,
    body: bodyOf(endpoint),
  };
  known.set(endpoint, found);
  return found;
}
