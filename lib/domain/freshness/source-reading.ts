export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** A larger loss at once means a broken reading, not a change. One entry less is a change in a short list too. */
const TOLERATED_LOSS = 0.2;

export function hasShrunk(previousCount: number | null, count: number): boolean {
  if (previousCount === null || previousCount <= 0) return false;
  return count < Math.min(previousCount - 1, previousCount * (1 - TOLERATED_LOSS));
}
