import { canonicalJson } from "@/lib/domain/canonical-json";
import type { Hash } from "@/lib/domain/merkle-tree";
import { hashedPart } from "@/lib/domain/receipt";
import { toHex } from "./hex";
import { isPlainJson } from "./plain-json";

/** Whether this is the answer that the receipt was written for. */
export function isResponseOf(receipt: object, response: object, sha256: Hash): boolean {
  if (!isPlainJson(response)) return false;
  const bytes = new TextEncoder().encode(canonicalJson(hashedPart(response)));
  return (receipt as { response_hash?: unknown }).response_hash === `sha256:${toHex(sha256(bytes))}`;
}
