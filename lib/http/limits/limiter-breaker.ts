import { log } from "@/lib/config/log";
import { metrics } from "@/lib/config/metrics";
import type { Allowance, Limiter } from "./limits";

/** A store that takes longer counts as away. */
const PATIENCE_MS = 2000;
/** How long a store is left alone before a call is counted there again, without waiting for it. */
const RETRY_MS = 1000;

/** Asks the store with patience. `giveUp` ends the patience of all waiting calls. */
function patiently(store: Limiter) {
  const waiting = new Set<(error: Error) => void>();
  return {
    giveUp(error: Error): void {
      for (const reject of waiting) reject(error);
    },
    async take(address: string): Promise<Allowance> {
      let reject: (error: Error) => void = () => undefined;
      const silence = new Promise<never>((_, onSilence) => (reject = onSilence));
      const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
      waiting.add(reject);
      try {
        return await Promise.race([store.take(address), silence]);
      } finally {
        clearTimeout(timer);
        waiting.delete(reject);
      }
    },
  };
}

/** Whether the store is away, and when it is asked again. One line is logged when it goes and one when it returns. */
function createPresence(policy: string) {
  /** Null while the store answers. */
  let retryAt: number | null = null;
  return {
    isAway: () => retryAt !== null,
    isDue: () => retryAt !== null && performance.now() >= retryAt,
    asking: () => void (retryAt = Number.POSITIVE_INFINITY),
    gone(error: unknown): void {
      const reason = String(error);
      if (retryAt === null) log.warn("the store of rate limits does not answer: this process counts by itself", { policy, reason });
      retryAt = performance.now() + RETRY_MS;
    },
    back(): void {
      log.warn("rate limits are counted in their store again", { policy });
      retryAt = null;
    },
  };
}

/**
 * Counts in `store`, and in `local` while that is away. Only calls that wait when it goes away pay for it with their patience; all
 * later ones are counted locally at once.
 */
export function withBreaker(store: Limiter, local: Limiter, policy: string): Limiter {
  const { take, giveUp } = patiently(store);
  const presence = createPresence(policy);

  function goAway(error: unknown): void {
    presence.gone(error);
    giveUp(new Error("the store of rate limits is away"));
  }

  function countHere(address: string): Promise<Allowance> {
    metrics().limiterFallbacks.inc({ policy });
    return local.take(address);
  }

  return {
    async take(address) {
      if (presence.isDue()) {
        presence.asking();
        take(address).then(presence.back, goAway);
      }
      if (presence.isAway()) return countHere(address);
      try {
        return await take(address);
      } catch (error) {
        goAway(error);
        return countHere(address);
      }
    },
    giveBack: (address) => (presence.isAway() ? local : store).giveBack(address),
  };
}
