import type { z } from "zod";
import { parameterSchema, type Json } from "@/lib/docs/json-schema";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { metaOf } from "@/lib/http/field-meta";

/** Argument of a tool. */
export interface Field {
  schema: Json;
  isRequired: boolean;
  /** Only the address that takes payments has it. */
  isPaid: boolean;
  /** What endpoints call it, where that is another name. */
  calledThere: readonly string[];
  /** Checks an argument that no endpoint checks; null for one that is passed on as it is. */
  own: z.ZodType | null;
}

interface FieldOptions {
  isRequired?: boolean;
  isPaid?: boolean;
  /** Its names at further endpoints. */
  alsoCalled?: readonly string[];
  /** For an argument that is used here too, and so must be right before any endpoint sees it. */
  isChecked?: boolean;
  /** For a long list of values, of which the words name some: the endpoint's refusal names all. */
  isListLong?: boolean;
}

/** Keys of a parameter's schema that a model needs. Bounds stand in its words. */
const SHOWN = ["type", "enum", "const", "default", "items"] as const;

function shown(schema: Json): Json {
  const short = Object.fromEntries(SHOWN.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))) as Json;
  if (short.items !== undefined) short.items = shown(short.items as Json);
  if (short.enum !== undefined) delete short.type;
  return short;
}

function fieldAt(endpoint: AnyEndpoint, name: string): z.ZodType {
  const shapes = [endpoint.query, endpoint.params, endpoint.body].map((part) => (part as z.ZodObject | undefined)?.shape ?? {});
  const found = shapes.find((shape) => name in shape)?.[name] as z.ZodType | undefined;
  if (!found) throw new Error(`${endpoint.method} ${endpoint.path} takes no ${name}`);
  return found;
}

/** Takes a parameter of an endpoint with its schema, and shorter words where given. */
export function of(
  endpoint: AnyEndpoint,
  name: string,
  words?: string,
  { isRequired, isPaid = false, isListLong = false, isChecked = false, alsoCalled = [] }: FieldOptions = {},
): Field {
  const field = fieldAt(endpoint, name);
  const schema = parameterSchema(field);
  return {
    schema: { ...(isListLong ? { type: "string" } : shown(schema)), description: words ?? schema.description ?? name },
    isRequired: isRequired ?? !field.safeParse(undefined).success,
    isPaid,
    calledThere: [name, ...alsoCalled],
    own: isChecked ? field.optional() : null,
  };
}

/** An argument that says how the tool answers, or which endpoint. */
export function own(field: z.ZodType, { isPaid = false }: FieldOptions = {}): Field {
  const schema = parameterSchema(field);
  return {
    schema: { ...shown(schema), description: schema.description },
    isRequired: !field.safeParse(undefined).success,
    isPaid,
    calledThere: [],
    own: field,
  };
}

/** The schema inside of what may be missing, null or repeated. */
function inner(schema: z.ZodType): z.ZodType {
  const { innerType, element, options } = schema.def as { innerType?: z.ZodType; element?: z.ZodType; options?: readonly z.ZodType[] };
  const next = innerType ?? element ?? options?.[0] ?? metaOf(schema).documentedAs;
  return next ? inner(next) : schema;
}

const memberOf = (schema: z.ZodType, name: string): z.ZodType => {
  const member = (inner(schema) as z.ZodObject).shape?.[name] as z.ZodType | undefined;
  if (!member) throw new Error(`no ${name} in the answer`);
  return member;
};

const TYPES: Readonly<Record<string, RowType>> = {
  number: "number",
  int: "number",
  boolean: "boolean",
  array: "array",
  object: "object",
  record: "object",
};

function typeOf(field: z.ZodType): RowType {
  const { innerType, type } = field.def as { innerType?: z.ZodType; type: string };
  return innerType ? typeOf(innerType) : (TYPES[type] ?? "string");
}

/** Types of members of an endpoint's rows, which stand in its answer at this path. */
export function typesOf(endpoint: AnyEndpoint, path: readonly string[], names: readonly string[]): Record<string, RowType> {
  const rows = path.reduce(memberOf, endpoint.response as z.ZodType);
  return Object.fromEntries(names.map((name) => [name, typeOf(memberOf(rows, name))]));
}

/** An argument as the API takes it in a query. */
export type Values = Readonly<Record<string, string | undefined>>;

export type Row = Readonly<Record<string, unknown>>;

/** What a tool has found, before it is cut to what fits into an answer. */
export interface Found {
  /** A sentence that answers the question. */
  summary: string;
  rows: readonly Row[];
  /** The members of a row that are shown unless the caller names others. */
  columns: readonly string[];
  /** Facts beside the rows. */
  details?: Readonly<Record<string, unknown>>;
  notes?: readonly string[];
  /** Members of a row whose words are written by third parties. */
  foreign?: readonly string[];
}

export interface CallInput {
  query?: Values;
  params?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Calls endpoints for one tool call. */
export interface Ask {
  /** Whether the caller may pay. */
  isPaid: boolean;
  now: Date;
  /** Throws a `Refused` when the endpoint refuses. */
  call<Called extends AnyEndpoint>(endpoint: Called, input?: CallInput): Promise<z.output<Called["response"]>>;
}

export interface Tool {
  name: string;
  title: string;
  /** What it answers, and when another tool answers better. */
  description: string;
  /** True for a tool that only the address with payments has. */
  isPaid?: boolean;
  /** What it calls for credits; its description says the price. */
  charges?: readonly AnyEndpoint[];
  /** True for a tool that changes what the account has. */
  writes?: boolean;
  takes: Readonly<Record<string, Field>>;
  /** Types of the members of a row, for the schema of its answer. */
  row: Readonly<Record<string, RowType>>;
  /** True for a tool whose answer is short, and so has no pages. */
  isShort?: boolean;
  answer(values: Values, ask: Ask, raw: Readonly<Record<string, unknown>>): Promise<Found>;
}

export type RowType = "string" | "number" | "boolean" | "array" | "object";

export const defineTool = (tool: Tool): Tool => tool;
