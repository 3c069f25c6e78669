import { log } from "@/lib/config/log";
import type { Allowance, Limiter } from "./limiter";

/** A store that takes longer counts as away. */
const PATIENCE_MS = 2000;
/** How long a store is left alone before a call is counted there again, without waiting for it. */
const RETRY_MS = 1000;

/**
 * Counts in `store`, and in `local` while that is away. Only calls that wait when it goes away pay for it with their patience; all
 * later ones are counted locally at once. One line is logged when it goes and one when it returns.
 */
export function withBreaker(store: Limiter, local: Limiter, policy: string): Limiter {
  const waiting = new Set<(error: Error) => void>();
  let retryAt: number | null = null;

  function goAway(error: unknown): void {
    if (retryAt === null) log.warn("the store of rate limits does not answer: this process counts by itself", { policy, reason: String(error) });
    retryAt = performance.now() + RETRY_MS;
    for (const giveUp of [...waiting]) giveUp(new Error("the store of rate limits is away"));
  }

  function comeBack(): void {
    if (retryAt !== null) log.warn("rate limits are counted in their store again", { policy });
    retryAt = null;
  }

  /** Rejects when the store fails, is silent, or is found to be away by another call. */
  async function ask(address: string): Promise<Allowance> {
    let giveUp: (error: Error) => void = () => undefined;
    const silence = new Promise<never>((_, reject) => (giveUp = reject));
    const timer = setTimeout(() => giveUp(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    waiting.add(giveUp);
    try {
      return await Promise.race([store.take(address), silence]);
    } finally {
      clearTimeout(timer);
      waiting.delete(giveUp);
    }
  }

  async function askAgain(address: string): Promise<void> {
    retryAt = Number.POSITIVE_INFINITY;
    try {
      await ask(address);
      comeBack();
    } catch (error) {
      goAway(error);
    }
  }

  return {
    async take(address) {
      if (retryAt === null) {
        try {
          return await ask(address);
        } catch (error) {
          goAway(error);
        }
      } else if (performance.now() >= retryAt) void askAgain(address);
      return local.take(address);
    },
    giveBack: (address) => (retryAt === null ? store : local).giveBack(address),
  };
}
