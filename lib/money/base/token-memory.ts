import { LRUCache } from "lru-cache";
import { processState } from "@/lib/config/process-state.mjs";

/** Cache of token hashes that saves database queries. Whether a token may spend is always decided by the database. */
interface TokenMemory {
  /** Accepted or issued tokens. Calls with one do not count against the rate limit of their address. */
  known: LRUCache<string, true>;
  /** Negative cache: hashes of tokens that do not exist, with the entry's expiry in epoch milliseconds. */
  unknown: LRUCache<string, number>;
}

const MAX_ENTRIES = 10_000;
const UNKNOWN_MS = 10_000;

const memory = processState<TokenMemory>("tokens", () => ({
  known: new LRUCache({ max: MAX_ENTRIES }),
  unknown: new LRUCache({ max: MAX_ENTRIES }),
}));

export const isKnownToken = (hash: string): boolean => memory.known.has(hash);

export function wasUnknownToken(hash: string, now: number): boolean {
  const until = memory.unknown.get(hash);
  return until !== undefined && until > now;
}

/** Also drops the token from the negative cache, where an earlier guess may have put it. */
export function noteKnownToken(hash: string): void {
  memory.unknown.delete(hash);
  memory.known.set(hash, true);
}

const forgetToken = (hash: string): void => void memory.known.delete(hash);

/** `isCacheable` only when no other process can issue tokens. A token issued elsewhere must work here at once. */
export function noteUnknownToken(hash: string, now: number, isCacheable: boolean): void {
  forgetToken(hash);
  if (isCacheable) memory.unknown.set(hash, now + UNKNOWN_MS);
}
