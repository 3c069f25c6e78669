import type { z } from "zod";
import { routePattern } from "@/lib/domain/basics/text";
import { fillBrackets } from "@/lib/domain/pages/fill-path";
import type { ErrorCode } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { acceptedBy, metaOf, type KnownValues } from "@/lib/http/field-meta";
import { FORMAT, mayBeBlank } from "@/lib/http/call/parse";
import { parameterSchema, type Json } from "./json-schema";

export interface Parameter {
  name: string;
  in: "query" | "path";
  isRequired: boolean;
  /** A blank value counts as none. */
  mayBeBlank: boolean;
  schema: Json;
  description: string;
  /** The declaration's own words; null where the description says only what is accepted. */
  about: string | null;
  /** Values of a check that takes other spellings, too; a closed list stands in the schema. */
  known: KnownValues | null;
  example: string | undefined;
  /** Codes of the 400 when it is missing or does not fit. */
  missing: ErrorCode;
  invalid: ErrorCode;
  /** Codes of the 400 for a list with too few or too many entries. */
  badCount: ErrorCode[];
}

export function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return start.endsWith(".") ? start : `${start}.`;
}

interface Place {
  endpoint: AnyEndpoint;
  in: Parameter["in"];
}

function parameterOf(name: string, field: z.ZodType, { endpoint, in: place }: Place): Parameter {
  const meta = metaOf(field);
  const { description, ...schema } = parameterSchema(field);
  const words = typeof description === "string" ? description : undefined;
  const isRequired = place === "path" || !field.safeParse(undefined).success;
  return {
    name,
    in: place,
    isRequired,
    mayBeBlank: !isRequired && mayBeBlank(endpoint, field),
    schema,
    description: words ? sentence(words) : sentence(acceptedBy(field)),
    about: words ? sentence(words) : null,
    known: meta.known ?? null,
    example: endpoint.example?.[place === "path" ? "params" : "query"]?.[name],
    missing: meta.missing ?? "missing_required_params",
    invalid: meta.invalid ?? "invalid_parameter",
    badCount: [meta.tooFew, meta.tooMany].filter((code) => code !== undefined),
  };
}

const fieldsOf = (shape: z.ZodObject | undefined): [string, z.ZodType][] => Object.entries(shape?.shape ?? {}) as [string, z.ZodType][];

export function parametersOf(endpoint: AnyEndpoint): Parameter[] {
  const path = fieldsOf(endpoint.params).map(([name, field]) => parameterOf(name, field, { endpoint, in: "path" }));
  const query = [...fieldsOf(endpoint.query), ...(endpoint.csv ? fieldsOf(FORMAT) : [])];
  return [...path, ...query.map(([name, field]) => parameterOf(name, field, { endpoint, in: "query" }))];
}

/** The path with `{date}` in place of `[date]`, as OpenAPI writes it. */
export const templatedPath = (endpoint: AnyEndpoint): string => routePattern(endpoint.path);

export const examplePath = ({ path, example }: AnyEndpoint): string => fillBrackets(path, (name) => example?.params?.[name]);

export function exampleTarget(endpoint: AnyEndpoint): string {
  const path = examplePath(endpoint);
  const search = new URLSearchParams(endpoint.example?.query).toString();
  return search === "" ? path : `${path}?${search}`;
}
