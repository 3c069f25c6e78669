import { z } from "zod";

export type Json = Record<string, unknown>;

/** Metadata for our own error codes and documents; it is not JSON Schema. */
const OWN_KEYS = ["missing", "invalid", "reason", "tooFew", "tooMany", "accepts", "known", "documentedAs"];
/** zod adds a long regular expression to these formats; the format alone says the same. */
const PLAIN_FORMATS = new Set(["date-time", "date", "uri", "email"]);

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

type Io = "input" | "output";

function tidy(jsonSchema: Json, io: Io): void {
  const { documentedAs: shape } = jsonSchema;
  for (const key of OWN_KEYS) delete jsonSchema[key];
  if (PLAIN_FORMATS.has(String(jsonSchema.format))) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
  writeOutKeys(jsonSchema);
  // A field that is checked by our own code is described by the schema that it names.
  if (shape instanceof z.ZodType) Object.assign(jsonSchema, { ...converted(shape, io), description: jsonSchema.description });
}

/** A record of known keys becomes an object with these members: clients type each of them then. */
function writeOutKeys(jsonSchema: Json): void {
  const { propertyNames, required, additionalProperties: value } = jsonSchema;
  const names = isJson(propertyNames) ? propertyNames.enum : undefined;
  if (!Array.isArray(names) || !Array.isArray(required) || required.length !== names.length) return;
  delete jsonSchema.propertyNames;
  Object.assign(jsonSchema, { properties: Object.fromEntries(names.map((name) => [name, value])), additionalProperties: false });
}

function converted(schema: z.ZodType, io: Io, unrepresentable: "any" | "throw" = "throw"): Json {
  const override = ({ jsonSchema }: { jsonSchema: Json }) => tidy(jsonSchema, io);
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable, override: override as never }) as Json;
  return json;
}

const LOCAL = "#/$defs/";
const SHARED = "#/components/schemas/";

export class Components {
  readonly schemas: Record<string, Json> = {};

  add(name: string, schema: Json): void {
    const existing = this.schemas[name];
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema)) throw new Error(`two different schemas are called ${name}`);
    this.schemas[name] = schema;
  }

  /** JSON Schema 2020-12 of a body. Throws on a transform, which has no JSON Schema. */
  of(schema: z.ZodType, io: Io): Json {
    return this.shared(converted(schema, io)) as Json;
  }

  /** Definitions move to the components, and what refers to them does so there. */
  private shared(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((inner) => this.shared(inner));
    if (!isJson(value)) return value;
    const { $defs = {}, ...rest } = value;
    for (const [name, definition] of Object.entries($defs as Record<string, Json>)) this.add(name, this.shared(definition) as Json);
    return Object.fromEntries(
      Object.entries(rest).map(([key, inner]) => {
        const isRef = key === "$ref" && typeof inner === "string" && inner.startsWith(LOCAL);
        return [key, isRef ? `${SHARED}${inner.slice(LOCAL.length)}` : this.shared(inner)];
      }),
    );
  }
}

/** A schema without references, for documents that list members. What a name stands for is put in its place. */
export function documented(schema: z.ZodType, io: Io): Json {
  const components = new Components();
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole);
    if (!isJson(value)) return value;
    const { $ref, ...rest } = value;
    const named = typeof $ref === "string" ? components.schemas[$ref.slice(SHARED.length)] : undefined;
    return Object.fromEntries(Object.entries({ ...named, ...rest }).map(([key, inner]) => [key, whole(inner)]));
  };
  return whole(components.of(schema, io)) as Json;
}

export const parameterSchema = (field: z.ZodType): Json => converted(field, "output", "any");
