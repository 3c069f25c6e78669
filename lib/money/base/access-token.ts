import { createHash, randomBytes } from "node:crypto";
import type { TokenRow } from "@/db/queries/money/tokens/tokens";
import { noteKnownToken } from "./token-memory";

const TOKEN_PREFIX = "aed_live_";
/** Tokens from before the ledger came in several formats. */
const IMPORTABLE = /^[\x21-\x7e]{16,200}$/;
const SHOWN_CHARACTERS = 8;

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

export const isImportable = (text: string): boolean => IMPORTABLE.test(text);

export function tokenRow(token: string, name: string, origin: TokenRow["origin"]): TokenRow {
  const secret = token.startsWith(TOKEN_PREFIX) ? token.slice(TOKEN_PREFIX.length) : token;
  return {
    hash: hashToken(token),
    head: secret.slice(0, SHOWN_CHARACTERS),
    tail: secret.length >= 4 * SHOWN_CHARACTERS ? secret.slice(-SHOWN_CHARACTERS) : "",
    name,
    origin,
  };
}

/** A new token, to be shown once, and its row. Also marks the token as known, so that its first use does not count as a guess. */
export function mintToken(name: string, origin: TokenRow["origin"]): { token: string; row: TokenRow } {
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString("hex")}`;
  const row = tokenRow(token, name, origin);
  noteKnownToken(row.hash);
  return { token, row };
}

export interface TokenEnds {
  head: string;
  tail: string;
}

/** Short form in purchase history: `aed_live_eb0d0155...`. */
export const tokenShort = ({ head }: TokenEnds): string => `${TOKEN_PREFIX}${head}...`;

/** Short form in receipts and the public record: `aed_live_eb0d0155...77e0b3d1`. */
export const tokenMark = ({ head, tail }: TokenEnds): string => `${TOKEN_PREFIX}${head}...${tail}`;
