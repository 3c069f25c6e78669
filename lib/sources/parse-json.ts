import type { z } from "zod";
import { SourceError } from "./http/source";

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
