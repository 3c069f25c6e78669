import { z } from "zod";
import type { ErrorCode } from "@/lib/errors";

export type FieldMeta = {
  missing?: ErrorCode;
  invalid?: ErrorCode;
  reason?: string;
  tooFew?: ErrorCode;
  tooMany?: ErrorCode;
  accepts?: string;
  /** Describes a body member that our own code checks. */
  documentedAs?: z.ZodType;
  /** Known values of a parameter whose check is more lenient than a list: it also takes other spellings. */
  known?: KnownValues;
};

export interface KnownValues {
  /** In the plural, as documents call the list. */
  name: string;
  values: readonly string[];
}

/** A field's meta, also from inside `.optional()` or `.default()`. */
export function metaOf(field: z.ZodType): FieldMeta {
  const { innerType } = field.def as { innerType?: z.ZodType };
  return { ...(innerType ? metaOf(innerType) : {}), ...((field.meta() ?? {}) as FieldMeta) };
}

const accepted = new WeakMap<z.ZodType, string>();

/** Accepted values in words, from the schema of the parameter. */
export function acceptedBy(field: z.ZodType): string {
  const words = accepted.get(field) ?? describeAccepted(field);
  accepted.set(field, words);
  return words;
}

function describeAccepted(field: z.ZodType): string {
  const { accepts } = metaOf(field);
  if (accepts) return accepts;
  const schema = z.toJSONSchema(field, { io: "output", unrepresentable: "any" });
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(", ")}`;
  if (schema.type === "boolean") return "true or false";
  const { enum: named } = (schema.items ?? {}) as { enum?: unknown[] };
  if (schema.type === "array" && named) return `one of ${named.join(", ")}, or several separated by commas`;
  if (schema.type === "array") return `a comma-separated list of ${schema.minItems ?? 1} to ${schema.maxItems ?? "any number of"} entries`;
  if (schema.type === "integer" || schema.type === "number") {
    const kind = schema.type === "integer" ? "an integer" : "a number";
    const { minimum, maximum } = schema;
    if (minimum !== undefined && maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER) {
      return `${kind} from ${minimum} to ${maximum}`;
    }
    return minimum === undefined || Math.abs(minimum) === Number.MAX_SAFE_INTEGER ? kind : `${kind} of at least ${minimum}`;
  }
  return schema.maxLength ? `text of at most ${schema.maxLength} characters` : "text";
}

/** Free text, of which no value is wrong: neither a name of something known nor a form of its own. */
export function takesAnyText(field: z.ZodType): boolean {
  if (metaOf(field).accepts) return false;
  const schema = z.toJSONSchema(field, { io: "output", unrepresentable: "any" });
  return schema.type === "string" && [schema.enum, schema.const, schema.format, schema.pattern].every((rule) => rule === undefined);
}
