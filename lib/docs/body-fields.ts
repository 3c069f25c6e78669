import type { z } from "zod";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { documented, type Json } from "./json-schema";
import { sentence } from "./parameters";

/** A member of a request's body. A member of a member has a dot in its name. */
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
/** What objects accept as their member of this name, where that is a closed list. */
const valuesAt = (objects: readonly Json[], name: string): Set<unknown> =>
  new Set(objects.flatMap((object) => propertiesOf(object).flatMap(([member, schema]) => (member === name ? valuesOf(schema) : []))));

/** Whether members of the member are listed, each with words of its own. */
export const hasMembers = (schema: Json): boolean =>
  schema.properties !== undefined || alternativesOf(schema).some(({ properties }) => properties !== undefined);

/** A single schema for several alternatives, with the values and the words of all. */
function merged(schemas: readonly Json[]): Json {
  const [first = {}] = schemas;
  const { const: _, ...rest } = first;
  const words = [...new Set(schemas.flatMap(({ description }) => (typeof description === "string" ? [description] : [])))];
  const isClosed = schemas.every((schema) => valuesOf(schema).length > 0);
  return {
    ...rest,
    ...(isClosed ? { enum: [...new Set(schemas.flatMap(valuesOf))] } : {}),
    ...(words.length > 0 ? { description: words.join("; ") } : {}),
  };
}

/** Which constant members say that an alternative is meant, as `type price, op lt or gt`. */
function conditionOf(alternatives: readonly Json[], name: string): string {
  const having = alternatives.filter((alternative) => propertiesOf(alternative).some(([member]) => member === name));
  if (having.length === alternatives.length) return "";
  const words = propertiesOf(having[0] ?? {})
    .map(([member]) => ({ member, values: valuesAt(having, member) }))
    .filter(({ member, values }) => member !== name && values.size > 0 && values.size < valuesAt(alternatives, member).size)
    .map(({ member, values }) => `${member} ${[...values].join(" or ")}`);
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
  const alternatives = alternativesOf(schema);
  const { description, ...shown } = simple(schema, alternatives);
  const objects = alternatives.filter((alternative) => alternative.properties !== undefined);
  const own = {
    name,
    isRequired,
    schema: shown,
    description: `${typeof description === "string" ? sentence(description) : ""}${condition}`.trim(),
  };
  if (objects.length > 0) return [own, ...fieldsOfAlternatives(`${name}.`, objects, isRequired)];
  if (schema.properties !== undefined) return [own, ...membersOf(schema, `${name}.`)];
  return [own];
}

/**
 * A schema with one kind of value, or a choice of single values. `null` is left out: a member that may
 * be null may also be missing.
 */
function simple(schema: Json, alternatives: readonly Json[]): Json {
  const isOneKind = alternatives.length === 1 || (alternatives.length > 1 && alternatives.every((one) => valuesOf(one).length > 0));
  return isOneKind ? { ...merged(alternatives), ...schema } : schema;
}

const membersOf = (schema: Json, prefix = ""): BodyField[] =>
  propertiesOf(schema).flatMap(([name, member]) => fieldsOf(`${prefix}${name}`, member, requiredIn(schema, name)));

/** Every member of the body that an endpoint takes, from its schema; empty where it takes none. */
export function bodyFieldsOf(endpoint: AnyEndpoint): BodyField[] {
  if (!endpoint.body) return [];
  return membersOf(documented(endpoint.body as z.ZodType, "input"));
}

/** The bodies that an endpoint shows: its example, and a body for each other use. */
export function exampleBodies({ example }: AnyEndpoint): { name: string; body: unknown }[] {
  if (example?.body === undefined) return [];
  const others = Object.entries(example.otherBodies ?? {}).map(([name, body]) => ({ name, body }));
  return [{ name: example.bodyName ?? "example", body: example.body }, ...others];
}
