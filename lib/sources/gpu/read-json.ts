import type { z } from "zod";
import { SourceError, type SourceHttp, type SourceRequest } from "../source";

/** Reads a JSON document and checks the part we use; null when the source says that nothing changed. */
export async function readJson<Schema extends z.ZodType>(http: Pick<SourceHttp, "get">, request: SourceRequest, schema: Schema): Promise<z.output<Schema> | null> {
  const reading = await http.get(request);
  if (reading.kind === "unchanged") return null;
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(reading.bytes));
  } catch (cause) {
    throw new SourceError("parse", "the answer is not JSON", { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SourceError("not_expected", `${issue?.path.join(".") || "document"}: ${issue?.message ?? "not as expected"}`);
}
