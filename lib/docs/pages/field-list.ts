import type { z } from "zod";
import type { DocField } from "@/lib/domain/pages/docs/doc";
import { Binary } from "@/lib/schemas/binary";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { bodyFieldsOf, hasMembers, type BodyField } from "../body-fields";
import { documented, type Json } from "../json-schema";
import { parametersOf, sentence, type Parameter } from "../parameters";

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function numberWords({ type, minimum, maximum }: Json): string {
  const kind = type === "integer" ? "whole number" : "number";
  if (minimum !== undefined && maximum !== undefined) return `${kind}, ${shown(minimum)} to ${shown(maximum)}`;
  if (maximum !== undefined) return `${kind}, ${shown(maximum)} at most`;
  return minimum === undefined ? kind : `${kind}, ${shown(minimum)} or more`;
}

const isNull = (schema: unknown): boolean => (schema as Json).type === "null";

const OR = " or ";

/** What a value is, in words: `whole number, 1 to 10`. */
function typeWords(schema: Json): string {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices && (schema.type === undefined || choices.some(isNull))) {
    const inOrder = choices.toSorted((one, other) => Number(isNull(one)) - Number(isNull(other)));
    return [...new Set(inOrder.map(typeWords))].join(OR);
  }
  if (Array.isArray(schema.enum)) return schema.enum.map(shown).join(OR);
  if (Array.isArray(schema.type)) return schema.type.map((type: unknown) => typeWords({ ...schema, type })).join(OR);
  if (schema.const !== undefined) return shown(schema.const);
  if (schema.type === "integer" || schema.type === "number") return numberWords(schema);
  if (isNull(schema)) return "null";
  if (schema.type === "boolean") return "true or false";
  if (schema.type === "array") return "list";
  if (hasMembers(schema) || schema.type === "object") return "object";
  if (schema.format === "date") return "day, YYYY-MM-DD";
  if (schema.format === "date-time") return "time in UTC";
  return "text";
}

function notesOf({ schema, isRequired }: Parameter | BodyField, place: string): string {
  const standard = schema.default === undefined ? [] : [`default ${shown(schema.default)}`];
  return [place, typeWords(schema), isRequired ? "required" : "optional", ...standard].filter((part) => part !== "").join(", ");
}

export const parameterFields = (endpoint: AnyEndpoint): DocField[] =>
  parametersOf(endpoint).map((parameter) => ({
    name: parameter.name,
    notes: notesOf(parameter, parameter.in === "path" ? "in the path" : ""),
    text: parameter.description,
    ...(parameter.known ? { values: { name: parameter.known.name, list: parameter.known.values } } : {}),
  }));

export const bodyFields = (endpoint: AnyEndpoint): DocField[] =>
  bodyFieldsOf(endpoint).map((field) => ({
    name: field.name,
    notes: notesOf(field, ""),
    text: field.description === "" ? sentence(typeWords(field.schema)) : field.description,
  }));

/** Depth to which members are listed. Deeper ones stand in OpenAPI. */
const DEEPEST = 5;

function membersOf(schema: Json, prefix: string, depth: number): DocField[] {
  if (depth > DEEPEST) return [];
  const inner = ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).flatMap((one) => membersOf(one, prefix, depth));
  const entries = typeof schema.items === "object" && schema.items !== null ? membersOf(schema.items as Json, `${prefix}[]`, depth) : [];
  const own = Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, member]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const { description } = member;
    const said = typeof description === "string" ? [{ name: path, notes: typeWords(member), text: sentence(description) }] : [];
    return [...said, ...membersOf(member, path, depth + 1)];
  });
  return [...inner, ...entries, ...own];
}

/** A member of several alternatives stands once, with what it is in each of them. */
function merged(found: readonly DocField[]): DocField[] {
  const byName = new Map<string, DocField>();
  for (const field of found) {
    const kinds = new Set([...(byName.get(field.name)?.notes.split(OR) ?? []), ...field.notes.split(OR)]);
    byName.set(field.name, { ...field, notes: [...kinds].join(OR) });
  }
  return [...byName.values()];
}

/** Members of the answer whose names do not say enough. The declaration explains them. */
export function answerFields(endpoint: AnyEndpoint): DocField[] {
  if (endpoint.response === Binary) return [];
  return merged(membersOf(documented(endpoint.response as z.ZodType, "output"), "", 0));
}
