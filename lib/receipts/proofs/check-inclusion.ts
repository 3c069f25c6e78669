import type { Hash } from "@/lib/domain/receipts/merkle-tree";
import { leadsToRoot, type InclusionProof } from "./inclusion";
import { verifyLogHead, type PublicKey } from "./verify-receipt";

export type { InclusionProof };

export function isInLog(receipt: object, proof: InclusionProof, { keys, sha256 }: { keys: readonly PublicKey[]; sha256: Hash }): boolean {
  return verifyLogHead(proof.log, keys) && leadsToRoot(receipt, proof, sha256);
}
