import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import { CANONICAL_FORM, RECEIPT_VERSION, SIGNING_ALG, signedPart } from "@/lib/domain/receipts/receipt";
import { signedHead } from "@/lib/domain/receipts/receipt-log";
import { verifySignature } from "./verify-signature";

export interface PublicKey {
  kid: string;
  x: string;
}

export type Fault = "malformed_receipt" | "unsupported_version" | "unsupported_algorithm" | "unknown_key_id" | "invalid_signature";

export type Verdict = { isValid: true; keyId: string } | { isValid: false; keyId: string | null; fault: Fault };

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value.slice(0, 80) : null);

function faultOf(receipt: Record<string, unknown>, keys: readonly PublicKey[]): Fault | null {
  const signed = signedPart(receipt);
  if (!signed || !Object.values(signed).every(isScalar)) return "malformed_receipt";
  if (signed.v !== RECEIPT_VERSION) return "unsupported_version";
  if (receipt.signing_alg !== SIGNING_ALG || receipt.canonical_form !== CANONICAL_FORM) return "unsupported_algorithm";
  const key = keys.find(({ kid }) => kid === receipt.key_id);
  if (!key) return "unknown_key_id";
  return verifySignature(canonicalJson(signed), receipt.signature, key.x) ? null : "invalid_signature";
}

/** Verifies with the service's published keys, never with a key that the receipt itself carries. */
export function verifyReceipt(receipt: object, keys: readonly PublicKey[]): Verdict {
  const fields = receipt as Record<string, unknown>;
  const fault = faultOf(fields, keys);
  return fault === null ? { isValid: true, keyId: String(fields.key_id) } : { isValid: false, keyId: textOrNull(fields.key_id), fault };
}

export function verifyLogHead(head: object, keys: readonly PublicKey[]): boolean {
  const signed = signedHead(head);
  const { key_id, signature } = head as Record<string, unknown>;
  const key = keys.find(({ kid }) => kid === key_id);
  return (
    signed !== null &&
    Object.values(signed).every(isScalar) &&
    key !== undefined &&
    verifySignature(canonicalJson(signed), signature, key.x)
  );
}
