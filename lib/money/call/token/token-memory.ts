/** What is known of tokens, by hash, without asking the database. It only saves questions: whether a token may spend, the database says each time. */
export interface TokenMemory {
  /** Accepted or issued before: a call with one is not counted against its address. */
  known: Set<string>;
  /** Tokens that were looked up a moment ago and do not exist, with the time until which that is believed. */
  unknown: Map<string, number>;
  /** Is told what becomes known and what no longer is: the front's thread has a memory of its own. */
  mirror: ((hash: string, isKnown: boolean) => void) | null;
}

const MOST = 10_000;
const UNKNOWN_MS = 10_000;

const MEMORY = Symbol.for("token-memory");
const shared = globalThis as { [MEMORY]?: TokenMemory };

/** Shared by our node server and the Next bundle. */
export function tokenMemory(): TokenMemory {
  shared[MEMORY] ??= { known: new Set(), unknown: new Map(), mirror: null };
  return shared[MEMORY];
}

function makeRoom(entries: Set<string> | Map<string, number>): void {
  const oldest = entries.keys().next().value;
  if (entries.size >= MOST && oldest !== undefined) entries.delete(oldest);
}

export const isKnownToken = (hash: string): boolean => tokenMemory().known.has(hash);

export function wasUnknownToken(hash: string, now: number): boolean {
  const until = tokenMemory().unknown.get(hash);
  return until !== undefined && until > now;
}

/** Notes a token that was accepted or is being issued, so that an earlier guess at it does not refuse it. */
export function noteKnownToken(hash: string): void {
  const { known, unknown, mirror } = tokenMemory();
  unknown.delete(hash);
  if (known.has(hash)) return;
  makeRoom(known);
  known.add(hash);
  mirror?.(hash, true);
}

export function forgetToken(hash: string): void {
  const { known, mirror } = tokenMemory();
  if (known.delete(hash)) mirror?.(hash, false);
}

/** `isBelieved` where no other process can issue a token: one that another issues must work here at once. */
export function noteUnknownToken(hash: string, now: number, isBelieved: boolean): void {
  const { unknown } = tokenMemory();
  forgetToken(hash);
  if (!isBelieved) return;
  unknown.delete(hash);
  makeRoom(unknown);
  unknown.set(hash, now + UNKNOWN_MS);
}
