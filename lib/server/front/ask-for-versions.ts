import { areVersionsFresh } from "@/lib/loaders/freshness/prepared-answers";
import type { Versions } from "./answer-first";

export interface RequestedVersions extends Versions {
  arrived(): void;
  failed(): void;
}

/** Versions that another thread reads. Concurrent reads are coalesced into one request. */
export function askForVersions(request: () => void): RequestedVersions {
  let waiting: { promise: Promise<void>; resolve(): void; reject(error: Error): void } | null = null;

  function read(): Promise<void> {
    if (waiting) return waiting.promise;
    let deferred = { resolve: () => undefined as void, reject: (_: Error) => undefined as void };
    const promise = new Promise<void>((resolve, reject) => (deferred = { resolve, reject }));
    promise.catch(() => undefined);
    waiting = { promise, ...deferred };
    request();
    return promise;
  }

  function takeWaiting(): typeof waiting {
    const before = waiting;
    waiting = null;
    return before;
  }

  return {
    read,
    refreshSoon() {
      if (!waiting && !areVersionsFresh()) void read();
    },
    arrived: () => takeWaiting()?.resolve(),
    failed: () => takeWaiting()?.reject(new Error("the versions cannot be read")),
  };
}
