import { sha256 } from "@noble/hashes/sha2";
import { isInLog, type InclusionProof } from "@/lib/receipts/proofs/check-inclusion";
import { isResponseOf } from "@/lib/receipts/proofs/check-response";
import { verifyReceipt, type PublicKey, type Verdict } from "@/lib/receipts/proofs/verify-receipt";

export interface ReceiptCheck {
  verdict: Verdict;
  isOfResponse: boolean | null;
  isInLog: boolean | null;
}

export function checkReceipt(
  receipt: object,
  keys: readonly PublicKey[],
  evidence: { response?: object; proof?: InclusionProof } = {},
): ReceiptCheck {
  const verdict = verifyReceipt(receipt, keys);
  return {
    verdict,
    isOfResponse: evidence.response ? isResponseOf(receipt, evidence.response, sha256) : null,
    isInLog: evidence.proof ? verdict.isValid && isInLog(receipt, evidence.proof, { keys, sha256 }) : null,
  };
}
