import type { z } from "zod";
import { SourceError } from "./http/source";

/** Parses JSON and checks it against the schema. Throws a SourceError for a document that does not fit. */
export function parseJsonText<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new SourceError("parse", "the answer is not JSON", { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SourceError("not_expected", `${issue?.path.join(".") || "document"}: ${issue?.message ?? "not as expected"}`);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

export function parseJson<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema): z.output<Schema> {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new SourceError("parse", "the answer is not JSON", { cause });
  }
  return parseJsonText(text, schema);
}
