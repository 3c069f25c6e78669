import { z } from "zod";
import { closestNames } from "@/lib/domain/basics/closest-names";
import { acceptedBy, takesAnyText } from "@/lib/http/field-meta";
import { Refused } from "./refused";
import { own, type Field, type Tool, type Values } from "./tool";

const LONGEST_QUOTED = 80;
const MOST_ROWS = 50;
const ROWS_SHOWN = 10;

/** Quotes a caller in an error: short, and without characters that control a screen. */
export const quoted = (value: unknown): string =>
  [...(typeof value === "string" ? value : (JSON.stringify(value) ?? ""))]
    .slice(0, LONGEST_QUOTED)
    .join("")
    .replace(/[\p{Cc}\p{Cf}]/gu, "");

const limitField = z.int().min(1).max(MOST_ROWS).optional().describe("1 to 50");
const fieldsField = z.string().max(500).optional().describe("Columns, a,b");
const cursorField = z
  .string()
  .regex(/^\d{1,6}$/)
  .optional()
  .meta({ accepts: "the next_cursor of an answer to the same arguments" })
  .describe("next_cursor");

/** What a tool with lists of any length takes besides its own arguments. */
const PAGING: Readonly<Record<string, Field>> = { limit: own(limitField), fields: own(fieldsField), cursor: own(cursorField) };

/** The arguments of a tool: those that need a payment only where one can be made. */
export function fieldsOf(tool: Tool, isPaid: boolean): Readonly<Record<string, Field>> {
  const takes = Object.entries(tool.takes).filter(([, field]) => isPaid || !field.isPaid);
  return { ...Object.fromEntries(takes), ...(tool.isShort ? {} : PAGING) };
}

export interface Arguments {
  values: Values;
  raw: Readonly<Record<string, unknown>>;
  limit: number;
  /** Whether the caller asked for so many rows, which may then take more room. */
  isLimitGiven: boolean;
  fields: readonly string[] | null;
  offset: number;
}

function refuseUnknown(name: string, known: readonly string[]): never {
  const [like] = closestNames(known, name, (one) => [one]);
  const meant = like === undefined ? "" : ` Perhaps \`${like}\` was meant.`;
  throw new Refused(`\`${quoted(name)}\` is not an argument of this tool.${meant} It takes: ${known.join(", ")}.`);
}

/** A value as a query has it: a list with commas. */
function asText(name: string, value: unknown): string {
  const parts = Array.isArray(value) ? value : [value];
  const isPlain = parts.every((part) => ["string", "number", "boolean"].includes(typeof part));
  if (!isPlain) throw new Refused(`\`${name}\` is not valid: got ${quoted(value)}, accepted is a text, a number, a boolean or a list.`);
  return parts.map(String).join(",");
}

/** A list of one is often written without its brackets, and a number as text. */
function coerced(field: z.ZodType, value: unknown): unknown {
  if (Array.isArray(value) && takesAnyText(field)) return value.join(",");
  const { type } = z.toJSONSchema(field, { io: "output", unrepresentable: "any" });
  if (type === "array" && typeof value === "string") return value.split(",").map((part) => part.trim());
  const isNumber = (type === "integer" || type === "number") && typeof value === "string" && value.trim() !== "";
  if (isNumber && Number.isFinite(Number(value))) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

function checkOwn(name: string, field: z.ZodType, value: unknown): unknown {
  const result = field.safeParse(coerced(field, value));
  if (result.success) return result.data;
  throw new Refused(`\`${name}\` is not valid: got ${quoted(value)}, accepted is ${acceptedBy(field)}.`);
}

function checkRequired(fields: Readonly<Record<string, Field>>, given: Readonly<Record<string, unknown>>): void {
  const missing = Object.entries(fields).filter(([name, { isRequired }]) => isRequired && given[name] === undefined);
  const [first] = missing;
  if (!first) return;
  const words = missing.map(([name, { schema }]) => `\`${name}\` (${String(schema.description)})`).join(", ");
  throw new Refused(`\`${first[0]}\` is required. Missing: ${words}.`);
}

/** Checks what no endpoint checks. Endpoints check the rest and say what they accept. */
export function readArguments(tool: Tool, isPaid: boolean, given: Readonly<Record<string, unknown>>): Arguments {
  const fields = fieldsOf(tool, isPaid);
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  for (const name of Object.keys(present)) if (!Object.hasOwn(fields, name)) refuseUnknown(name, Object.keys(fields));
  checkRequired(fields, present);
  const raw: Record<string, unknown> = {};
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(present)) {
    const { own: check } = fields[name] as Field;
    raw[name] = check ? checkOwn(name, check, value) : value;
    if (typeof raw[name] !== "object" || Array.isArray(raw[name]) || !check) values[name] = asText(name, raw[name]);
  }
  return {
    values,
    raw,
    limit: (raw.limit as number | undefined) ?? (tool.isShort ? MOST_ROWS : ROWS_SHOWN),
    isLimitGiven: raw.limit !== undefined,
    fields: (raw.fields as string | undefined)?.split(",").map((name) => name.trim()) ?? null,
    offset: Number(raw.cursor ?? 0),
  };
}
