import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import { CANONICAL_FORM, RECEIPT_VERSION, SIGNING_ALG, signedPart } from "@/lib/domain/receipts/receipt";
import { signedHead } from "@/lib/domain/receipts/receipt-log";

export interface PublicKey {
  kid: string;
  x: string;
}

export type Fault = "malformed_receipt" | "unsupported_version" | "unsupported_algorithm" | "unknown_key_id" | "invalid_signature";

export const FAULT_WORDS: Readonly<Record<Fault, string>> = {
  malformed_receipt: "One of the signed fields is missing or is no plain value.",
  unsupported_version: "This version of receipts is not known.",
  unsupported_algorithm: "Receipts are signed with Ed25519 over jcs-rfc8785 only.",
  unknown_key_id: "No key of this service has this id; see /.well-known/jwks.json.",
  invalid_signature: "The signature does not belong to these fields: something was changed, or another signed it.",
};

/** A text, the signature that came with it, and the published key that it names. */
export interface SignedText {
  text: string;
  signature: unknown;
  key: PublicKey;
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

const findKey = (keys: readonly PublicKey[], id: unknown): PublicKey | undefined => keys.find(({ kid }) => kid === id);

/**
 * Reads what a receipt has signed, by the service's key, never by one that the receipt carries.
 * Returns the fault where nothing can be checked.
 */
export function readReceipt(receipt: object, keys: readonly PublicKey[]): SignedText | Fault {
  const fields = receipt as Record<string, unknown>;
  const signed = signedPart(fields);
  if (!signed || !Object.values(signed).every(isScalar)) return "malformed_receipt";
  if (signed.v !== RECEIPT_VERSION) return "unsupported_version";
  if (fields.signing_alg !== SIGNING_ALG || fields.canonical_form !== CANONICAL_FORM) return "unsupported_algorithm";
  const key = findKey(keys, fields.key_id);
  return key ? { text: canonicalJson(signed), signature: fields.signature, key } : "unknown_key_id";
}

/** Reads what the head of a day's log has signed; null where nothing can be checked. */
export function readLogHead(head: object, keys: readonly PublicKey[]): SignedText | null {
  const signed = signedHead(head);
  const { key_id, signature } = head as Record<string, unknown>;
  const key = findKey(keys, key_id);
  return signed !== null && Object.values(signed).every(isScalar) && key ? { text: canonicalJson(signed), signature, key } : null;
}
