import type { Allowance, Limiter } from "@/lib/http/limiter";
import type { ToFront } from "./protocol";

export interface LimiterInFront extends Limiter {
  taken(id: number, allowance: Allowance | null): void;
  /** The thread is gone: whoever waits is told that the limiter is down. */
  giveUp(): void;
}

interface Waiting {
  resolve(allowance: Allowance): void;
  reject(error: Error): void;
}

/** The one count of free calls is in the front's thread; the main thread asks it. */
export function limiterInFront(post: (message: ToFront) => void): LimiterInFront {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  return {
    take(address) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        post({ kind: "take", id, address });
      });
    },
    giveBack(address) {
      post({ kind: "give-back", address });
      return Promise.resolve();
    },
    taken(id, allowance) {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (allowance) asked?.resolve(allowance);
      else asked?.reject(new Error("the limiter's store is down"));
    },
    giveUp() {
      for (const { reject } of waiting.values()) reject(new Error("the front's thread ended"));
      waiting.clear();
    },
  };
}
