/** How long others may cache an answer that is the same for everybody. */
export interface Caching {
  /** For the caller's own cache. */
  maxAgeSeconds: number;
  /**
   * When its data turns older than promised, in milliseconds since 1970. Infinity where age means
   * nothing, -Infinity for data that was never read.
   */
  staleAt: number;
}

/** For an answer that is one caller's own, or that must be counted here each time. */
export const PRIVATE = "private, no-store";

/** A change of the data reaches the callers of a CDN within this time. */
export const LONGEST_SHARED_SECONDS = 60;
/** A CDN may give the previous answer for this long while it asks for the next one. */
const REVALIDATE_SECONDS = 30;
/** A CDN may give what it has while this service does not answer. Its capture time says how old that is. */
export const IF_ERROR_SECONDS = 86_400;

/** What a CDN gives by itself is never older than promised, except while this service fails. The first reading is to reach everybody at once. */
export function cacheControl({ maxAgeSeconds, staleAt }: Caching, nowMs: number): string {
  if (staleAt === -Infinity) return PRIVATE;
  const remaining = Math.max(0, Math.floor((staleAt - nowMs) / 1000));
  const shared = Math.min(LONGEST_SHARED_SECONDS, maxAgeSeconds, remaining);
  const revalidate = Math.min(REVALIDATE_SECONDS, remaining - shared);
  return `public, max-age=${maxAgeSeconds}, s-maxage=${shared}, stale-while-revalidate=${revalidate}, stale-if-error=${IF_ERROR_SECONDS}`;
}
