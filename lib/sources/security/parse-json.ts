import { z } from "zod";
import { SourceError } from "../source";

/** An object of which each member is looked at where it is used. */
export const AnyObject = z.looseObject({});

/** Bytes as JSON that fits; a document that does not is the source's fault, not an empty one. */
export function parseJson<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new SourceError("parse", "the answer is not JSON", { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SourceError("not_expected", `${issue?.path.join(".") || "document"}: ${issue?.message ?? "not as expected"}`);
}

/** The entries of a list that fit; one odd entry spoils no document, and no list is read without an end. */
export function fitting<Schema extends z.ZodType>(value: unknown, schema: Schema, limit: number): z.output<Schema>[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, limit).flatMap((entry: unknown) => {
    const { success, data } = schema.safeParse(entry);
    return success ? [data] : [];
  });
}
