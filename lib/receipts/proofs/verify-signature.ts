import nacl from "tweetnacl";
import { readSignature } from "./sound-signature";

/** Ed25519 (RFC 8032). `signature` and `publicKey` are base64url. */
export function verifySignature(message: string, signature: unknown, publicKey: unknown): boolean {
  const signed = readSignature(message, signature, publicKey);
  return signed !== null && nacl.sign.detached.verify(signed.message, signed.signature, signed.key);
}
