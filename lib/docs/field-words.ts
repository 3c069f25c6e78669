import type { KnownValues } from "@/lib/http/field-meta";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { bodyFieldsOf, exampleBodies, hasMembers, type BodyField } from "./body-fields";
import type { Json } from "./json-schema";
import { parametersOf, type Parameter } from "./parameters";

/** Lists up to this length are repeated wherever they apply. A longer list stands in a document once, under its name. */
const LONGEST_REPEATED = 14;

const isLong = ({ values }: KnownValues): boolean => values.length > LONGEST_REPEATED;

/** The long lists of known values that parameters refer to, each once. */
export function namedLists(catalog: readonly AnyEndpoint[]): KnownValues[] {
  const known = catalog.flatMap((endpoint) => parametersOf(endpoint).flatMap((parameter) => parameter.known ?? []));
  return [...new Map(known.filter(isLong).map((list) => [list.name, list])).values()];
}

function numberWords({ minimum, maximum }: Json): string {
  if (minimum !== undefined && maximum !== undefined) return `${String(minimum)} to ${String(maximum)}`;
  return minimum === undefined ? "" : `at least ${String(minimum)}`;
}

function acceptedWords(schema: Json, known: KnownValues | null): string {
  if (hasMembers(schema)) return "an object with the members that follow";
  if (known) return isLong(known) ? `one of the ${known.name} above` : known.values.join(", ");
  if (Array.isArray(schema.enum)) return schema.enum.join(", ");
  if (schema.type === "boolean") return "true or false";
  if (schema.format === "date") return "YYYY-MM-DD";
  return schema.type === "integer" || schema.type === "number" ? numberWords(schema) || "a number" : "";
}

/**
 * A sentence to follow the field's own words. It is empty where these say what is accepted, or a list
 * of known values follows.
 */
export function acceptedSentence(field: Parameter | BodyField): string {
  const { schema, description } = field;
  if (hasMembers(schema)) return "";
  if ("in" in field && (field.about === null || field.known)) return "";
  const accepted = acceptedWords(schema, null);
  if (Array.isArray(schema.enum)) return ` One of ${accepted}.`;
  return description.includes(accepted) ? "" : ` Accepted: ${accepted}.`;
}

function fieldWords(field: Parameter | BodyField): string {
  const { name, schema, isRequired } = field;
  const isParameter = "in" in field;
  const accepted = acceptedWords(schema, isParameter ? field.known : null);
  const about = isParameter ? (field.about ?? (accepted === "" ? field.description : "")) : field.description;
  const defaultWords = schema.default === undefined ? "" : `default ${String(schema.default)}`;
  // A declaration's words often state a format or a range already. A word of a list may stand there by chance.
  const isSaid = !Array.isArray(schema.enum) && about.includes(accepted);
  const words = [isSaid ? "" : accepted, defaultWords, about].filter((part) => part !== "").join("; ");
  return `\`${name}\`${isRequired ? " (required)" : ""}: ${words === "" ? "text" : words}`.replace(/\.$/, "");
}

function list(title: string, fields: readonly (Parameter | BodyField)[]): string {
  return fields.length === 0 ? "" : ` ${title}: ${fields.map(fieldWords).join(". ")}.`;
}

function exampleWords(endpoint: AnyEndpoint): string {
  const [first, ...others] = exampleBodies(endpoint);
  if (!first) return "";
  const shown = (body: unknown): string => `\`${JSON.stringify(body)}\``;
  if (others.length === 0) return ` Example: ${shown(first.body)}.`;
  return ` Examples: ${[first, ...others].map(({ name, body }) => `${name} ${shown(body)}`).join("; ")}.`;
}

/** Everything that a call of the endpoint takes, in sentences. */
export function inputWords(endpoint: AnyEndpoint): string {
  return `${list("Parameters", parametersOf(endpoint))}${list("Body, JSON", bodyFieldsOf(endpoint))}${exampleWords(endpoint)}`;
}
