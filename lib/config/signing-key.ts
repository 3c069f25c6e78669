import { createPrivateKey, type KeyObject } from "node:crypto";

const SEED_BYTES = 32;
/** 32 bytes in base64 or base64url. */
const SEED = /^[A-Za-z0-9+/_-]{43}=?$/;
/** The bytes before the seed in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

function pemOf(text: string): string | null {
  const lines = text.replaceAll(String.raw`\n`, "\n");
  return lines.startsWith("-----BEGIN PRIVATE KEY-----") ? lines : null;
}

function keyOf(text: string): KeyObject | null {
  const pem = pemOf(text);
  if (pem !== null) return createPrivateKey(pem);
  if (!SEED.test(text)) return null;
  const seed = Buffer.from(text, "base64");
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed.subarray(0, SEED_BYTES)]), format: "der", type: "pkcs8" });
}

/** Reads an Ed25519 private key: a 32-byte seed in base64, or PKCS #8 PEM. Null for anything else. */
export function signingKey(text: string): KeyObject | null {
  try {
    const key = keyOf(text.trim());
    return key?.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}
