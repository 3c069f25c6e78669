import { hashedBytes, taggedHash } from "@/lib/receipts/proofs/check-response";
import { FAULT_WORDS, readReceipt, type Fault, type PublicKey } from "@/lib/receipts/proofs/read-signed";
import { readSignature } from "@/lib/receipts/proofs/sound-signature";
import { hasEd25519, verifyByWebCrypto } from "@/lib/receipts/proofs/web-crypto";
import { ServiceError } from "./errors";

export type { PublicKey };

export type ReceiptFault = Fault | "other_answer";

export type ReceiptVerdict = { isValid: true; keyId: string } | { isValid: false; fault: ReceiptFault; reason: string };

const WORDS: Readonly<Record<ReceiptFault, string>> = {
  ...FAULT_WORDS,
  other_answer: "The receipt is sound, and belongs to another answer: something in this one was changed.",
};

const invalid = (fault: ReceiptFault): ReceiptVerdict => ({ isValid: false, fault, reason: WORDS[fault] });

/** Throws where this runtime cannot check any signature, which says nothing about this one. */
export async function isSigned(text: string, signature: unknown, key: PublicKey): Promise<boolean> {
  if (!(await hasEd25519())) {
    throw new ServiceError({
      code: "ed25519_missing",
      message: "This runtime has no Ed25519 in its WebCrypto.",
      hint: "Use Node 20, Deno, Bun, or a browser of 2025 or later over https.",
    });
  }
  const signed = readSignature(text, signature, key.x);
  return signed !== null && verifyByWebCrypto(signed);
}

async function isOf(receipt: object, answer: object): Promise<boolean> {
  const bytes = hashedBytes(answer);
  if (bytes === null) return false;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return (receipt as { response_hash?: unknown }).response_hash === taggedHash(hash);
}

/**
 * Checks a receipt, or a whole paid answer with its receipt, without asking the service. Keys are those of
 * /.well-known/jwks.json, fetched at the time or saved before.
 */
export async function verifyReceipt(receiptOrAnswer: object, keys: readonly PublicKey[]): Promise<ReceiptVerdict> {
  const { receipt: held } = receiptOrAnswer as { receipt?: unknown };
  const receipt = typeof held === "object" && held !== null ? held : receiptOrAnswer;
  const read = readReceipt(receipt, keys);
  if (typeof read === "string") return invalid(read);
  if (!(await isSigned(read.text, read.signature, read.key))) return invalid("invalid_signature");
  if (receipt !== receiptOrAnswer && !(await isOf(receipt, receiptOrAnswer))) return invalid("other_answer");
  return { isValid: true, keyId: read.key.kid };
}
