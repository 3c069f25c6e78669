import type { z } from "zod";
import { SourceError } from "./http/source";

/** Parses UTF-8 JSON and checks it against the schema. Throws a SourceError for a document that does not fit. */
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
