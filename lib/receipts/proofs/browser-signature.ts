import type { SignedMessage } from "./sound-signature";
import { hasEd25519, verifyByWebCrypto } from "./web-crypto";

export interface SignatureLibrary {
  name: "WebCrypto" | "tweetnacl";
  verify(signed: SignedMessage): Promise<boolean>;
}

/** Loads the library at once, not at the first receipt. Nothing more is asked for later, so checks work offline. */
export async function loadSignatureLibrary(): Promise<SignatureLibrary> {
  if (await hasEd25519()) return { name: "WebCrypto", verify: verifyByWebCrypto };
  const { default: nacl } = await import("tweetnacl");
  return { name: "tweetnacl", verify: async ({ message, signature, key }) => nacl.sign.detached.verify(message, signature, key) };
}
