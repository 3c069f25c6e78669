import type { Allowance, Limiter } from "@/lib/http/limiter";
import type { ToFront } from "./protocol";

export interface LimiterInFront extends Limiter {
  answer(id: number, allowance: Allowance | null): void;
  /** The thread ended: rejects every waiting call. */
  giveUp(): void;
}

interface PendingTake {
  resolve(allowance: Allowance): void;
  reject(error: Error): void;
}

/** Free calls are counted in the front's thread; this is the main thread's side of it. */
export function limiterInFront(post: (message: ToFront) => void): LimiterInFront {
  const pending = new Map<number, PendingTake>();
  let lastId = 0;
  return {
    take(address) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        post({ kind: "take", id, address });
      });
    },
    giveBack(address) {
      post({ kind: "give-back", address });
      return Promise.resolve();
    },
    answer(id, allowance) {
      const take = pending.get(id);
      pending.delete(id);
      if (allowance) take?.resolve(allowance);
      else take?.reject(new Error("the limiter's store is down"));
    },
    giveUp() {
      for (const { reject } of pending.values()) reject(new Error("the front's thread ended"));
      pending.clear();
    },
  };
}
