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

/** Windows that have ended are let go a few at a time: more than come, and never all in one call. */
const SWEPT_AT_ONCE = 4;

/** Counts in fixed windows that start with an address's first call: without a timer, and without a promise on the way of every answer. */
export function createWindowCounter(windowMs: number): WindowCounter {
  // All windows are equally long, so the Map's order is the order in which they end.
  const windows = new Map<string, Window>();

  function sweep(nowMs: number): void {
    let left = SWEPT_AT_ONCE;
    for (const [address, { endsAt }] of windows) {
      if (endsAt > nowMs || left-- === 0) return;
      windows.delete(address);
    }
  }

  function open(address: string, nowMs: number): Window {
    windows.delete(address);
    sweep(nowMs);
    const opened = { calls: 0, endsAt: nowMs + windowMs };
    windows.set(address, opened);
    return opened;
  }

  return {
    count(address, nowMs) {
      const known = windows.get(address);
      const current = known && known.endsAt > nowMs ? known : open(address, nowMs);
      current.calls++;
      return current;
    },
    size: () => windows.size,
  };
}
