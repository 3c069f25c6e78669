import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import type { Hash } from "@/lib/domain/receipts/merkle-tree";
import { hashedPart } from "@/lib/domain/receipts/receipt";
import { toHex } from "./encodings";

const MAX_DEPTH = 100;

/**
 * False for JSON that parsers may read differently. Such are numbers out of range, which some parse as
 * Infinity and canonical JSON writes as null, and nesting deeper than in any answer of ours.
 */
function isPlainJson(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH || level.some((entry) => typeof entry === "number" && !Number.isFinite(entry))) return false;
    level = level.flatMap((entry) => (typeof entry === "object" && entry !== null ? Object.values(entry) : []));
  }
  return true;
}

/** The bytes that `response_hash` covers; null for an answer that two readers may read differently. */
export function hashedBytes(response: object): Uint8Array<ArrayBuffer> | null {
  return isPlainJson(response) ? new TextEncoder().encode(canonicalJson(hashedPart(response))) : null;
}

export const taggedHash = (hash: Uint8Array): string => `sha256:${toHex(hash)}`;

export function responseHash(response: object, sha256: Hash): string | null {
  const bytes = hashedBytes(response);
  return bytes === null ? null : taggedHash(sha256(bytes));
}

export function isResponseOf(receipt: object, response: object, sha256: Hash): boolean {
  const hash = responseHash(response, sha256);
  return hash !== null && (receipt as { response_hash?: unknown }).response_hash === hash;
}
