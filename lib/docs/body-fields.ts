import type { z } from "zod";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { documented, type Json } from "./json-schema";
import { sentence } from "./parameters";

/** One member of a request's body; a member of a member has a dot in its name. */
export interface BodyField {
  name: string;
  isRequired: boolean;
  schema: Json;
  description: string;
}

const propertiesOf = ({ properties = {} }: Json): [string, Json][] => Object.entries(properties as Record<string, Json>);
const requiredIn = ({ required = [] }: Json, name: string): boolean => (required as string[]).includes(name);
const alternativesOf = (schema: Json): Json[] => ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).filter(({ type }) => type !== "null");
const valuesOf = ({ enum: values, const: value }: Json): unknown[] =>
  (values as unknown[] | undefined) ?? (value === undefined ? [] : [value]);

/** Whether members of the member are listed, each with words of its own. */
export const hasMembers = (schema: Json): boolean =>
  schema.properties !== undefined || alternativesOf(schema).some(({ properties }) => properties !== undefined);

/** One schema for a member that several alternatives have: what any of them accepts. */
function merged(schemas: readonly Json[]): Json {
  const values = schemas.flatMap(valuesOf);
  const [first = {}] = schemas;
  const { const: _, ...rest } = first;
  return values.length > 0 && schemas.every((schema) => valuesOf(schema).length > 0) ? { ...rest, enum: [...new Set(values)] } : rest;
}

/** Which constant members say that an alternative is meant, as `type price, op lt or gt`. */
function conditionOf(alternatives: readonly Json[], name: string): string {
  const having = alternatives.filter((alternative) => propertiesOf(alternative).some(([member]) => member === name));
  if (having.length === alternatives.length) return "";
  const markers = propertiesOf(having[0] ?? {}).filter(([member, schema]) => member !== name && valuesOf(schema).length > 0);
  const words = markers
    .map(
      ([member]) =>
        [member, [...new Set(having.flatMap((one) => valuesOf(((one.properties ?? {}) as Record<string, Json>)[member] ?? {})))]] as const,
    )
    .filter(([member, values]) => {
      const all = new Set(alternatives.flatMap((one) => valuesOf(((one.properties ?? {}) as Record<string, Json>)[member] ?? {})));
      return values.length > 0 && values.length < all.size;
    })
    .map(([member, values]) => `${member} ${values.join(" or ")}`);
  return words.length === 0 ? "" : ` With ${words.join(" and ")}.`;
}

function fieldsOfAlternatives(prefix: string, alternatives: readonly Json[], isRequired: boolean): BodyField[] {
  const names = [...new Set(alternatives.flatMap((alternative) => propertiesOf(alternative).map(([name]) => name)))];
  return names.flatMap((name) => {
    const schemas = alternatives.flatMap((alternative) =>
      propertiesOf(alternative)
        .filter(([member]) => member === name)
        .map(([, schema]) => schema),
    );
    const always = alternatives.every((alternative) => requiredIn(alternative, name));
    return fieldsOf(`${prefix}${name}`, merged(schemas), isRequired && always, conditionOf(alternatives, name));
  });
}

function fieldsOf(name: string, schema: Json, isRequired: boolean, condition = ""): BodyField[] {
  const { description, ...rest } = schema;
  const alternatives = alternativesOf(schema);
  const objects = alternatives.filter((alternative) => alternative.properties !== undefined);
  const own = {
    name,
    isRequired,
    schema: simple(rest, alternatives),
    description: `${typeof description === "string" ? sentence(description) : ""}${condition}`.trim(),
  };
  if (objects.length > 0) return [own, ...fieldsOfAlternatives(`${name}.`, objects, isRequired)];
  if (schema.properties !== undefined) return [own, ...membersOf(schema, `${name}.`)];
  return [own];
}

/** `null` beside one kind of value is left out: a member that may be null may also be missing. */
function simple(schema: Json, alternatives: readonly Json[]): Json {
  const [only] = alternatives;
  if (alternatives.length === 1 && only) return { ...schema, ...only };
  return schema;
}

const membersOf = (schema: Json, prefix = ""): BodyField[] =>
  propertiesOf(schema).flatMap(([name, member]) => fieldsOf(`${prefix}${name}`, member, requiredIn(schema, name)));

/** Every member of the body that an endpoint takes, from its schema; empty where it takes none. */
export function bodyFieldsOf(endpoint: AnyEndpoint): BodyField[] {
  if (!endpoint.body) return [];
  return membersOf(documented(endpoint.body as z.ZodType, "input"));
}

/** The bodies that an endpoint shows: its example, and one for each other thing that it can be asked for. */
export function exampleBodies({ example }: AnyEndpoint): { name: string; body: unknown }[] {
  if (example?.body === undefined) return [];
  const others = Object.entries(example.otherBodies ?? {}).map(([name, body]) => ({ name, body }));
  return [{ name: example.bodyName ?? "example", body: example.body }, ...others];
}
