import { areVersionsFresh } from "@/lib/loaders/freshness/prepared-answers";
import type { Versions } from "./answer-first";

export interface AskedVersions extends Versions {
  arrived(): void;
  failed(): void;
}

/** Versions that somebody else reads: one question at a time, whoever waits for its answer. */
export function askForVersions(ask: () => void): AskedVersions {
  let waiting: { promise: Promise<void>; resolve(): void; reject(error: Error): void } | null = null;

  function read(): Promise<void> {
    if (waiting) return waiting.promise;
    let settle = { resolve: () => undefined as void, reject: (_: Error) => undefined as void };
    const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
    promise.catch(() => undefined);
    waiting = { promise, ...settle };
    ask();
    return promise;
  }

  function settled(): typeof waiting {
    const before = waiting;
    waiting = null;
    return before;
  }

  return {
    read,
    refreshSoon() {
      if (!waiting && !areVersionsFresh()) void read();
    },
    arrived: () => settled()?.resolve(),
    failed: () => settled()?.reject(new Error("the versions cannot be read")),
  };
}
