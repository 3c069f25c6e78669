import type { AnyEndpoint } from "@/lib/http/endpoint";
import { exampleTarget } from "./parameters";
import type { Site } from "./site";

export const BEARER_HEADER = "Authorization: Bearer $TOKEN";

/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * An endpoint's example call as a line for a shell. It has the bearer where the endpoint needs one,
 * unless told otherwise.
 */
export function curlLine(endpoint: AnyEndpoint, { baseUrl }: Site, headers?: readonly string[], body = endpoint.example?.body): string {
  const sent = headers ?? (endpoint.access.kind === "free" ? [] : [BEARER_HEADER]);
  const method = endpoint.method === "GET" ? [] : ["-X", endpoint.method];
  const payload = endpoint.body ? ["-H", quoted("Content-Type: application/json"), "-d", quoted(JSON.stringify(body ?? {}))] : [];
  // Double quotes, so that the shell puts the variable's value in.
  const credentials = sent.flatMap((header) => ["-H", `"${header}"`]);
  return ["curl", ...method, ...credentials, ...payload, quoted(`${baseUrl}${exampleTarget(endpoint)}`)].join(" ");
}
