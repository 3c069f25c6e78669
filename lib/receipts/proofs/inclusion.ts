import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import { leafHash, rootOfPath, type Hash } from "@/lib/domain/receipts/merkle-tree";
import { loggedPart, type Receipt } from "@/lib/domain/receipts/receipt";
import { fromTagged, toHex } from "./encodings";

export interface InclusionProof {
  index: number;
  path: readonly string[];
  log: { date: string; size: number; root: string };
}

/**
 * Whether the path leads from the receipt to the root in the log of its day. The root's signature is
 * checked elsewhere.
 */
export function leadsToRoot(receipt: object, { index, path, log }: InclusionProof, sha256: Hash): boolean {
  const logged = loggedPart(receipt);
  const nodes = path.map(fromTagged);
  if (!logged || nodes.includes(null) || String((receipt as Receipt).server_time).slice(0, 10) !== log.date) return false;
  const leaf = leafHash(new TextEncoder().encode(canonicalJson(logged)), sha256);
  const root = rootOfPath({ leaf, index, size: log.size, path: nodes as Uint8Array[] }, sha256);
  return root !== null && log.root === `sha256:${toHex(root)}`;
}
