import type { z } from "zod";
import { parseJson } from "../parse-json";
import type { SourceHttp, SourceRequest } from "../source";

/** Reads a JSON document and checks the part we use; null when the source says that nothing changed. */
export async function readJson<Schema extends z.ZodType>(
  http: Pick<SourceHttp, "get">,
  request: SourceRequest,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const reading = await http.get(request);
  return reading.kind === "unchanged" ? null : parseJson(reading.bytes, schema);
}
