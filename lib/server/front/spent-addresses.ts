import type { IncomingMessage, RequestListener } from "node:http";
import { LRUCache } from "lru-cache";
import { hashToken } from "@/lib/money/tokens/access-token";
import { tokenIn } from "@/lib/money/call/credential";
import { isKnownToken } from "@/lib/money/call/token/token-memory";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { ADDRESS_HEADER, addressKey } from "@/lib/http/address-keys";
import type { Limiter } from "@/lib/http/limiter";
import { refuseByLimit } from "./refuse-by-limit";
import type { Tallier } from "./tallier";

const MAX_ADDRESSES = 10_000;

export interface SpentAddresses {
  /** Counts like the wrapped limiter, and remembers refused addresses until their window ends. */
  limiter: Limiter;
  /** Refuses calls from remembered addresses in the front, except paid ones with a token that the main thread has accepted before. */
  guard(next: RequestListener): RequestListener;
}

function hasKnownToken({ headers }: IncomingMessage): boolean {
  const token = tokenIn(headers.authorization);
  return token !== null && isKnownToken(hashToken(token));
}

/** A flood of guessed tokens costs only answers of the front, so the main thread stays free for paying callers. */
export function rememberSpent(limiter: Limiter, tallier: Tallier): SpentAddresses {
  const spent = new LRUCache<string, number>({ max: MAX_ADDRESSES });

  function secondsLeft(request: IncomingMessage): number {
    const until = spent.size === 0 ? undefined : spent.get(addressKey(String(request.headers[ADDRESS_HEADER] ?? "unknown")));
    return until === undefined ? 0 : Math.ceil((until - Date.now()) / 1000);
  }

  return {
    limiter: {
      async take(key) {
        const taken = await limiter.take(key);
        if (!taken.isAllowed) spent.set(key, Date.now() + taken.resetSeconds * 1000);
        return taken;
      },
      async giveBack(key) {
        spent.delete(key);
        await limiter.giveBack(key);
      },
    },
    guard: (next) => (request, response) => {
      const resetSeconds = request.method === "OPTIONS" ? 0 : secondsLeft(request);
      const isRefused = resetSeconds > 0 && !(isPremiumPath(request.url ?? "") && hasKnownToken(request));
      if (isRefused) refuseByLimit(request, response, { isAllowed: false, remaining: 0, resetSeconds }, tallier);
      else next(request, response);
    },
  };
}
