import { createHmac } from "node:crypto";
import { env, type Env } from "./env";
import { storedKey } from "./stored-key";
import { openSealedText, sealText } from "./sealed-text";

export const SEALING_KEY_FILE = "watch-secret-key";

/** 32 bytes in base64 or base64url. */
const KEY = /^[A-Za-z0-9+/_-]{43}=?$/;

const bytesOf = (text: string): string | null => (KEY.test(text.trim()) ? Buffer.from(text.trim(), "base64").toString("base64url") : null);

/** From the configuration, otherwise from the data folder, where it is created when missing. */
export function loadSealingKey({ WATCH_SECRET_KEY, DATA_DIR }: Pick<Env, "WATCH_SECRET_KEY" | "DATA_DIR">): string {
  const configured = WATCH_SECRET_KEY === undefined ? null : bytesOf(WATCH_SECRET_KEY);
  const advice = "is no key of 32 bytes. Put it back from a backup; with a new one the secrets of all watches are lost.";
  return configured ?? storedKey(DATA_DIR, { name: SEALING_KEY_FILE, read: bytesOf, advice });
}

let current: string | undefined;

const sealingKey = (): string => (current ??= loadSealingKey(env()));

/** Encrypts with this service's key. The purpose is part of the key derivation: a text sealed for one purpose does not open for another. */
export const sealSecret = (secret: string, purpose: string): string => sealText(secret, sealingKey(), purpose);

/** Throws for a text sealed with another key or for another purpose. */
export const openSecret = (sealed: string, purpose: string): string => openSealedText(sealed, sealingKey(), purpose);

/** A key of its own for one purpose, for a library that takes a password. */
export const derivedPassword = (purpose: string): string => createHmac("sha256", sealingKey()).update(purpose).digest("hex");
