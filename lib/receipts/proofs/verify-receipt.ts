import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import { CANONICAL_FORM, RECEIPT_VERSION, SIGNING_ALG, signedPart } from "@/lib/domain/receipts/receipt";
import { signedHead } from "@/lib/domain/receipts/receipt-log";
import { verifySignature } from "./verify-signature";

/** What is needed of an entry of /.well-known/jwks.json. */
export interface PublicKey {
  kid: string;
  x: string;
}

export type Fault = "malformed_receipt" | "unsupported_version" | "unsupported_algorithm" | "unknown_key_id" | "invalid_signature";

export type Verdict = { isValid: true; keyId: string } | { isValid: false; keyId: string | null; fault: Fault };

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

const textOr = (value: unknown): string | null => (typeof value === "string" ? value.slice(0, 80) : null);

function faultOf(receipt: Record<string, unknown>, keys: readonly PublicKey[]): Fault | null {
  const signed = signedPart(receipt);
  if (!signed || !Object.values(signed).every(isScalar)) return "malformed_receipt";
  if (signed.v !== RECEIPT_VERSION) return "unsupported_version";
  if (receipt.signing_alg !== SIGNING_ALG || receipt.canonical_form !== CANONICAL_FORM) return "unsupported_algorithm";
  const key = keys.find(({ kid }) => kid === receipt.key_id);
  if (!key) return "unknown_key_id";
  return verifySignature(canonicalJson(signed), receipt.signature, key.x) ? null : "invalid_signature";
}

/** By the keys of the service, never by anything that the receipt brings along. */
export function verifyReceipt(receipt: object, keys: readonly PublicKey[]): Verdict {
  const given = receipt as Record<string, unknown>;
  const fault = faultOf(given, keys);
  return fault === null ? { isValid: true, keyId: String(given.key_id) } : { isValid: false, keyId: textOr(given.key_id), fault };
}

/** The signed root of a day's log. */
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
