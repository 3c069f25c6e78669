import { sha256 } from "@noble/hashes/sha2";
import { isInLog, type InclusionProof } from "@/lib/receipts/proofs/check-inclusion";
import { isResponseOf } from "@/lib/receipts/proofs/check-response";
import { verifyReceipt, type PublicKey, type Verdict } from "@/lib/receipts/proofs/verify-receipt";

export interface ReceiptCheck {
  verdict: Verdict;
  /** Null where no answer was given. */
  isOfResponse: boolean | null;
  /** Null where no proof was given. */
  isInLog: boolean | null;
}

/** In the browser, with the keys of /.well-known/jwks.json: nothing is sent anywhere. */
export function checkReceipt(
  receipt: object,
  keys: readonly PublicKey[],
  given: { response?: object; proof?: InclusionProof } = {},
): ReceiptCheck {
  const verdict = verifyReceipt(receipt, keys);
  return {
    verdict,
    isOfResponse: given.response ? isResponseOf(receipt, given.response, sha256) : null,
    isInLog: given.proof ? verdict.isValid && isInLog(receipt, given.proof, { keys, sha256 }) : null,
  };
}
