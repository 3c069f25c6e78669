import type { SignedMessage } from "./sound-signature";

const ED25519 = "Ed25519";
/** The public key of RFC 8037, appendix A: a browser that cannot import it cannot verify with any. */
const SOME_KEY = { kty: "OKP", crv: ED25519, x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };

/** A page over plain http has no `crypto.subtle`, and browsers before 2025 may lack Ed25519 in it. */
export async function hasEd25519(): Promise<boolean> {
  if (!("subtle" in crypto)) return false;
  return crypto.subtle.importKey("jwk", SOME_KEY, ED25519, false, ["verify"]).then(
    () => true,
    () => false,
  );
}

export async function verifyByWebCrypto({ message, signature, key }: SignedMessage): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey("raw", key, ED25519, false, ["verify"]);
    return await crypto.subtle.verify(ED25519, imported, signature, message);
  } catch {
    // Bytes that are no point of the curve cannot be imported, and no key has signed with them.
    return false;
  }
}
