import { z } from "zod";

export type Json = Record<string, unknown>;

/** Metadata for our own error codes; it is not JSON Schema. */
const OWN_KEYS = ["missing", "invalid", "reason", "tooFew", "tooMany", "accepts"];
/** zod adds a long regular expression to these formats; the format alone says the same. */
const PLAIN_FORMATS = new Set(["date-time", "date", "uri", "email"]);

function tidy({ jsonSchema }: { jsonSchema: Json }): void {
  for (const key of OWN_KEYS) delete jsonSchema[key];
  if (PLAIN_FORMATS.has(String(jsonSchema.format))) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}

const LOCAL = "#/$defs/";
const SHARED = "#/components/schemas/";

function withSharedRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSharedRefs);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isRef = key === "$ref" && typeof inner === "string" && inner.startsWith(LOCAL);
      return [key, isRef ? `${SHARED}${inner.slice(LOCAL.length)}` : withSharedRefs(inner)];
    }),
  );
}

export class Components {
  readonly schemas: Record<string, Json> = {};

  add(name: string, schema: Json): void {
    const existing = this.schemas[name];
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema)) throw new Error(`two different schemas are called ${name}`);
    this.schemas[name] = schema;
  }

  /** JSON Schema 2020-12 of a body. Throws on a transform, which has no JSON Schema. */
  of(schema: z.ZodType, io: "input" | "output"): Json {
    const { $schema: _, $defs, ...rest } = withSharedRefs(z.toJSONSchema(schema, { io, override: tidy as never })) as Json;
    for (const [name, shared] of Object.entries(($defs ?? {}) as Record<string, Json>)) this.add(name, shared);
    return rest;
  }
}

export function parameterSchema(field: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(field, { io: "output", unrepresentable: "any", override: tidy as never }) as Json;
  return schema;
}
