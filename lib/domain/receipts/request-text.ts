import type { TaggedHash } from "./receipt";

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const sortedPairs = (query: Iterable<readonly [string, string]>): (readonly [string, string])[] =>
  [...query].toSorted(([name, value], [otherName, otherValue]) => byCodeUnits(name, otherName) || byCodeUnits(value, otherValue));

interface AskedRequest {
  method: string;
  path: string;
  query: Iterable<readonly [string, string]>;
  bodySha256: TaggedHash | null;
}

/**
 * The text that `request_hash` covers. It is `GET /api/premium/routing?task=code&top_n=3` with
 * parameters decoded and sorted, then `body_sha256` on its own line.
 */
export function requestText({ method, path, query, bodySha256 }: AskedRequest): string {
  const search = sortedPairs(query)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const target = search === "" ? path : `${path}?${search}`;
  const body = bodySha256 === null ? "" : `\n${bodySha256}`;
  return `${method} ${target}${body}`;
}
