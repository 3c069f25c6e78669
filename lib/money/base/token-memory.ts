import { LRUCache } from "lru-cache";
import { processState } from "@/lib/config/process-state.mjs";

/** Cache of token hashes that saves database queries. Whether a token may spend is always decided by the database. */
export interface TokenMemory {
  /** Accepted or issued tokens. Calls with one do not count against the rate limit of their address. */
  known: LRUCache<string, true>;
  /** Negative cache: hashes of tokens that do not exist, with the entry's expiry in epoch milliseconds. */
  unknown: LRUCache<string, number>;
  /** Called for each change of `known`, to keep the copy in the front's thread in sync. */
  mirror: ((hash: string, isKnown: boolean) => void) | null;
}

const MAX_ENTRIES = 10_000;
const UNKNOWN_MS = 10_000;

const memory = processState<TokenMemory>("tokens", () => ({
  known: new LRUCache({ max: MAX_ENTRIES }),
  unknown: new LRUCache({ max: MAX_ENTRIES }),
  mirror: null,
}));

export const tokenMemory = (): TokenMemory => memory;

export const isKnownToken = (hash: string): boolean => memory.known.has(hash);

export function wasUnknownToken(hash: string, now: number): boolean {
  const until = memory.unknown.get(hash);
  return until !== undefined && until > now;
}

/** Also drops the token from the negative cache, where an earlier guess may have put it. */
export function noteKnownToken(hash: string): void {
  const { known, unknown, mirror } = memory;
  unknown.delete(hash);
  if (known.has(hash)) return;
  known.set(hash, true);
  mirror?.(hash, true);
}

export function forgetToken(hash: string): void {
  const { known, mirror } = memory;
  if (known.delete(hash)) mirror?.(hash, false);
}

/** `isCacheable` only when no other process can issue tokens: a token issued elsewhere must work here at once. */
export function noteUnknownToken(hash: string, now: number, isCacheable: boolean): void {
  const { unknown } = memory;
  forgetToken(hash);
  if (!isCacheable) return;
  unknown.set(hash, now + UNKNOWN_MS);
}
