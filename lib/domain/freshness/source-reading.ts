/** What a source gave for its next conditional request. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** More than this share gone at once is a broken reading, not a change. */
const TOLERATED_LOSS = 0.2;

/** Compares a source with its own last reading; without one there is nothing to compare with. */
export function hasShrunk(previousCount: number | null, count: number): boolean {
  if (previousCount === null || previousCount <= 0) return false;
  return count < previousCount * (1 - TOLERATED_LOSS);
}
