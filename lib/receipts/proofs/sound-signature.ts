import { fromBase64url } from "./encodings";

const FIELD_PRIME = 2n ** 255n - 19n;
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const SIGN_BIT = 2n ** 255n;

/** y coordinates of the eight points of small order. With such a key a signature can be valid for any message. */
const SMALL_ORDER_Y = new Set([
  0n,
  1n,
  FIELD_PRIME - 1n,
  2707385501144840649318225287225658788936804267575313519463743609750303402022n,
  55188659117513257062467267217118295137698188065244968500265048394206261417927n,
]);

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function isSoundKey(publicKey: Uint8Array): boolean {
  const y = littleEndian(publicKey) % SIGN_BIT;
  return y < FIELD_PRIME && !SMALL_ORDER_Y.has(y);
}

/** An S that is not below the group order makes the signature malleable. RFC 8032 refuses it, tweetnacl does not. */
const isSoundScalar = (scalar: Uint8Array): boolean => littleEndian(scalar) < GROUP_ORDER;

/** What a library for Ed25519 (RFC 8032) is asked: whether the key signed the message. */
export interface SignedMessage {
  message: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
  key: Uint8Array<ArrayBuffer>;
}

/** Null for what no library may be asked, since libraries differ about it. `signature` and `publicKey` are base64url. */
export function readSignature(message: string, signature: unknown, publicKey: unknown): SignedMessage | null {
  const signatureBytes = fromBase64url(signature, 64);
  const key = fromBase64url(publicKey, 32);
  if (!signatureBytes || !key || !isSoundKey(key) || !isSoundScalar(signatureBytes.subarray(32))) return null;
  return { message: new TextEncoder().encode(message), signature: signatureBytes, key };
}
