import { LRUCache } from "lru-cache";
import type { Allowance, Limiter } from "./limits";

/**
 * Beyond these, the address that was not seen for longest is forgotten, and its count begins anew. One that calls as often as
 * its limit allows is seen at least every two seconds, so that it is hardly ever the one.
 */
const MAX_ADDRESSES = 10_000;

interface Window {
  taken: number;
  /** In whole milliseconds since the process began: nobody sets that clock. */
  endsAt: number;
}

/**
 * Counts in this process, in windows that begin with an address's first call. `rate-limiter-flexible` would do so too, but it
 * keeps a timer for each address and as many addresses as come: with every call from another one, that took a sixth of the
 * time of an answer.
 */
export function memoryLimiter({ calls, windowSeconds }: { calls: number; windowSeconds: number }): Limiter {
  const windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  function currentWindow(address: string, now: number): Window {
    const known = windows.get(address);
    if (known && known.endsAt > now) return known;
    const begun = { taken: 0, endsAt: now + windowSeconds * 1000 };
    windows.set(address, begun);
    return begun;
  }

  function count(address: string): Allowance {
    const now = Math.trunc(performance.now());
    const window = currentWindow(address, now);
    window.taken += 1;
    return {
      isAllowed: window.taken <= calls,
      remaining: Math.max(0, calls - window.taken),
      resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
    };
  }

  return {
    take: async (address) => count(address),
    async giveBack(address) {
      const window = windows.get(address);
      if (window && window.taken > 0) window.taken -= 1;
    },
  };
}
