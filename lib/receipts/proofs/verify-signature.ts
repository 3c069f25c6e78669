import nacl from "tweetnacl";
import { fromBase64url } from "./encodings";

const FIELD_PRIME = 2n ** 255n - 19n;
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const SIGN_BIT = 2n ** 255n;

/** y of the eight points of small order: under such a key a signature may hold for any message. */
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

/** Written the one valid way, and a point that binds a signature to its message. */
function isSoundKey(publicKey: Uint8Array): boolean {
  const y = littleEndian(publicKey) % SIGN_BIT;
  return y < FIELD_PRIME && !SMALL_ORDER_Y.has(y);
}

/** S of the order or above is the same signature written differently; RFC 8032 refuses it, tweetnacl does not. */
const isSoundScalar = (scalar: Uint8Array): boolean => littleEndian(scalar) < GROUP_ORDER;

/** Ed25519 as RFC 8032 has it, both texts base64url. */
export function verifySignature(message: string, signature: unknown, publicKey: unknown): boolean {
  const signed = fromBase64url(signature, 64);
  const key = fromBase64url(publicKey, 32);
  if (!signed || !key || !isSoundKey(key) || !isSoundScalar(signed.subarray(32))) return false;
  return nacl.sign.detached.verify(new TextEncoder().encode(message), signed, key);
}
