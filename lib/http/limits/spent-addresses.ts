import { LRUCache } from "lru-cache";
import { processState } from "@/lib/config/process-state.mjs";
import type { Limiter, LimitName } from "./limits";

const MAX_ADDRESSES = 10_000;

/** When the window of a refused address ends, in epoch milliseconds. */
const spent = processState("addresses whose limit is spent", () => new LRUCache<string, number>({ max: MAX_ADDRESSES }));

const keyOf = (name: LimitName, address: string): string => `${name} ${address}`;

export const spentAddresses = (): number => spent.size;

/** 0 for an address that has not been refused, or whose window has ended since. */
export function secondsUntilAllowed(name: LimitName, address: string): number {
  const until = spent.size === 0 ? undefined : spent.get(keyOf(name, address));
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** Remembers refused addresses until their window ends. A flood is then refused without asking the limiter's store. */
export const rememberingSpent = (name: LimitName, limiter: Limiter): Limiter => ({
  async take(address) {
    const taken = await limiter.take(address);
    if (!taken.isAllowed) spent.set(keyOf(name, address), Date.now() + taken.resetSeconds * 1000);
    return taken;
  },
  async giveBack(address) {
    spent.delete(keyOf(name, address));
    await limiter.giveBack(address);
  },
});
