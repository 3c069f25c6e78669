/** Calls of one address in its current window. */
export interface Window {
  calls: number;
  endsAt: number;
}

export interface WindowCounter {
  /** Counts one call at that moment; the answer is the address's own record, good until the next call. */
  count(address: string, nowMs: number): Readonly<Window>;
  size(): number;
}

/** Counts in fixed windows that start with an address's first call: without a timer, and without a promise on the way of every answer. */
export function createWindowCounter(windowMs: number): WindowCounter {
  // Two generations, each at least a window long: when a third begins, all windows of the first have ended and it is let go whole.
  // Deleting them one by one from the head of a Map would make each look at its head pass all that was deleted before.
  let young = new Map<string, Window>();
  let old = new Map<string, Window>();
  let youngSince = Number.NEGATIVE_INFINITY;

  function renew(nowMs: number): void {
    if (nowMs - youngSince < windowMs) return;
    old = young;
    young = new Map();
    youngSince = nowMs;
  }

  function open(address: string, nowMs: number): Window {
    renew(nowMs);
    old.delete(address);
    const opened = { calls: 0, endsAt: nowMs + windowMs };
    young.set(address, opened);
    return opened;
  }

  return {
    count(address, nowMs) {
      const known = young.get(address) ?? old.get(address);
      const current = known && known.endsAt > nowMs ? known : open(address, nowMs);
      current.calls++;
      return current;
    },
    size: () => young.size + old.size,
  };
}
