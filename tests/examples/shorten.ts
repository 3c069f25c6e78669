import type { Json } from "@/lib/docs/json-schema";

const MOST_ENTRIES = 2;
const LONGEST_TEXT = 400;
/** Above it an example keeps one entry of every list. */
const LARGE = 5000;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** Any member may be missing of an object with these, so that a long one can be cut. */
function isRecord(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some(isRecord);
  return schema.properties === undefined && isObject(schema.additionalProperties) && schema.required === undefined;
}

function memberSchema(schema: unknown, name: string): unknown {
  if (!isObject(schema)) return undefined;
  const [found] = Array.isArray(schema.anyOf) ? schema.anyOf.map((one) => memberSchema(one, name)).filter((one) => one !== undefined) : [];
  return found ?? (schema.properties as Json | undefined)?.[name] ?? schema.additionalProperties;
}

function entrySchema(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  return schema.items ?? (Array.isArray(schema.anyOf) ? schema.anyOf.map(entrySchema).find((one) => one !== undefined) : undefined);
}

function cut(value: unknown, schema: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((entry) => cut(entry, entrySchema(schema), most));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const kept = isRecord(schema) ? entries.slice(0, Math.max(most, 3)) : entries;
  return Object.fromEntries(kept.map(([name, inner]) => [name, cut(inner, memberSchema(schema, name), most)]));
}

/** An answer whose lists have one or two entries, and whose texts are a beginning. */
export function shortened(answer: unknown, schema: Json): unknown {
  if (typeof answer === "string") return answer.length > LONGEST_TEXT ? `${answer.slice(0, LONGEST_TEXT)}…` : answer;
  const short = cut(answer, schema, MOST_ENTRIES);
  return JSON.stringify(short).length > LARGE ? cut(answer, schema, 1) : short;
}
