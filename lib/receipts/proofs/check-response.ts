import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import type { Hash } from "@/lib/domain/receipts/merkle-tree";
import { hashedPart } from "@/lib/domain/receipts/receipt";
import { toHex } from "./encodings";

const MOST_DEPTH = 100;

/**
 * False for what two readers may read differently: numbers beyond the range, which some read as infinite
 * and canonical JSON as null, and nesting that no answer of ours has.
 */
function isPlainJson(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_DEPTH || level.some((entry) => typeof entry === "number" && !Number.isFinite(entry))) return false;
    level = level.flatMap((entry) => (typeof entry === "object" && entry !== null ? Object.values(entry) : []));
  }
  return true;
}

/** Whether this is the answer that the receipt was written for. */
export function isResponseOf(receipt: object, response: object, sha256: Hash): boolean {
  if (!isPlainJson(response)) return false;
  const bytes = new TextEncoder().encode(canonicalJson(hashedPart(response)));
  return (receipt as { response_hash?: unknown }).response_hash === `sha256:${toHex(sha256(bytes))}`;
}
