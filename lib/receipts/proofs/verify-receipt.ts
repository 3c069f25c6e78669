import { readLogHead, readReceipt, type Fault, type PublicKey, type SignedText } from "./read-signed";
import { verifySignature } from "./verify-signature";

export type { PublicKey };

export type Verdict = { isValid: true; keyId: string } | { isValid: false; keyId: string | null; fault: Fault };

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value.slice(0, 80) : null);

const isSigned = ({ text, signature, key }: SignedText): boolean => verifySignature(text, signature, key.x);

export function verifyReceipt(receipt: object, keys: readonly PublicKey[]): Verdict {
  const read = readReceipt(receipt, keys);
  if (typeof read === "object" && isSigned(read)) return { isValid: true, keyId: read.key.kid };
  const { key_id } = receipt as Record<string, unknown>;
  return { isValid: false, keyId: textOrNull(key_id), fault: typeof read === "object" ? "invalid_signature" : read };
}

export function verifyLogHead(head: object, keys: readonly PublicKey[]): boolean {
  const read = readLogHead(head, keys);
  return read !== null && isSigned(read);
}
