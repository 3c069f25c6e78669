import { createHash, createPublicKey, randomBytes, type KeyObject } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError, env, type Env } from "@/lib/env";
import { signingKey } from "@/lib/signing-key";

export const KEY_FILE = "receipt-signing-key";

export interface ReceiptKey {
  privateKey: KeyObject;
  /** RFC 7638 thumbprint of the public key. */
  kid: string;
  /** The public key, base64url. */
  x: string;
  /** True when every instance of this service signs with it; false for one that only this data folder has. */
  isShared: boolean;
}

export const thumbprintOf = (x: string): string => createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");

export function receiptKeyOf(privateKey: KeyObject, isShared: boolean): ReceiptKey {
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  if (!x) throw new Error("a signing key without a public part");
  return { privateKey, kid: thumbprintOf(x), x, isShared };
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EEXIST";

function readKeyFile(file: string): KeyObject | null {
  try {
    const key = signingKey(readFileSync(file, "utf8"));
    if (key) return key;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  throw new ConfigurationError(`${file}: is no Ed25519 key. Put it back from a backup, or remove it to sign with a new one: receipts stay verifiable either way.`);
}

/** A link appears whole or not at all, and only once: of two starts, the second reads what the first wrote. */
function createKeyFile(file: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    chmodSync(draft, 0o600);
    linkSync(draft, file);
  } catch (error) {
    if (!isTaken(error)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function keptKey(dataDir: string): KeyObject {
  const file = join(dataDir, KEY_FILE);
  const kept = readKeyFile(file);
  if (kept) return kept;
  mkdirSync(dataDir, { recursive: true });
  createKeyFile(file);
  const created = readKeyFile(file);
  if (!created) throw new Error(`${file} vanished while it was made`);
  return created;
}

/** From the configuration, else from the data folder, where one is made when there is none. */
export function loadReceiptKey(values: Pick<Env, "RECEIPT_SIGNING_KEY" | "DATA_DIR" | "DATABASE_URL">): ReceiptKey {
  if (values.RECEIPT_SIGNING_KEY !== undefined) {
    const configured = signingKey(values.RECEIPT_SIGNING_KEY);
    if (!configured) throw new ConfigurationError("RECEIPT_SIGNING_KEY: is no Ed25519 key");
    return receiptKeyOf(configured, true);
  }
  return receiptKeyOf(keptKey(values.DATA_DIR), values.DATABASE_URL === undefined);
}

let current: ReceiptKey | undefined;

/** Loaded once. Receipts may be signed with it only once it is published: see `publishedKey`. */
export function receiptKey(): ReceiptKey {
  current ??= loadReceiptKey(env());
  return current;
}
