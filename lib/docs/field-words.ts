import { hasMembers, type BodyField } from "./body-fields";
import type { Json } from "./json-schema";
import type { Parameter } from "./parameters";

function numberWords({ minimum, maximum }: Json): string {
  if (minimum !== undefined && maximum !== undefined) return `${String(minimum)} to ${String(maximum)}`;
  return minimum === undefined ? "" : `at least ${String(minimum)}`;
}

function acceptedWords(schema: Json): string {
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
  const accepted = acceptedWords(schema);
  if (Array.isArray(schema.enum)) return ` One of ${accepted}.`;
  return description.includes(accepted) ? "" : ` Accepted: ${accepted}.`;
}
