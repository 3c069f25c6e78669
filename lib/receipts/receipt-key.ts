import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { ConfigurationError, env, type Env } from "@/lib/config/env";
import { storedKey } from "@/lib/config/stored-key";
import { signingKey } from "@/lib/config/signing-key";

export const KEY_FILE = "receipt-signing-key";

export interface ReceiptKey {
  privateKey: KeyObject;
  /** RFC 7638 thumbprint of the public key. */
  kid: string;
  x: string;
  /** True when every instance of this service signs with this key, false when it is one data folder's. */
  isShared: boolean;
}

const thumbprintOf = (x: string): string => createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");

export function receiptKeyOf(privateKey: KeyObject, isShared: boolean): ReceiptKey {
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  if (!x) throw new Error("a signing key without a public part");
  return { privateKey, kid: thumbprintOf(x), x, isShared };
}

/** From the configuration, otherwise from the data folder, where it is generated if missing. */
export function loadReceiptKey(values: Pick<Env, "RECEIPT_SIGNING_KEY" | "DATA_DIR" | "DATABASE_URL">): ReceiptKey {
  if (values.RECEIPT_SIGNING_KEY !== undefined) {
    const configured = signingKey(values.RECEIPT_SIGNING_KEY);
    if (!configured) throw new ConfigurationError("RECEIPT_SIGNING_KEY: is no Ed25519 key");
    return receiptKeyOf(configured, true);
  }
  const advice = "is no Ed25519 key. Put it back from a backup, or remove it to sign with a new one: receipts stay verifiable either way.";
  return receiptKeyOf(storedKey(values.DATA_DIR, { name: KEY_FILE, read: signingKey, advice }), values.DATABASE_URL === undefined);
}

let current: ReceiptKey | undefined;

/** Loaded once. To sign, use `publishedKey`, which publishes it first. */
export function receiptKey(): ReceiptKey {
  current ??= loadReceiptKey(env());
  return current;
}
