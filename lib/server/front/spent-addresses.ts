import type { IncomingMessage, RequestListener } from "node:http";
import { LRUCache } from "lru-cache";
import { hashToken } from "@/lib/money/base/access-token";
import { tokenIn } from "@/lib/money/call/credential";
import { isKnownToken } from "@/lib/money/base/token-memory";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import type { Limiter, LimitName } from "@/lib/http/limits/limits";
import { countedAddress, type Limiters, type LimitOfRequest } from "./count-in-front";
import type { RefuseByLimit } from "./refuse-by-limit";

const MAX_ADDRESSES = 10_000;

export interface SpentAddresses {
  /** Count like the wrapped limiters, and remember refused addresses until their window ends. */
  limiters: Limiters;
  /** Refuses calls from remembered addresses in the front, except paid ones with a token that the main thread has accepted before. */
  guard(limitOf: LimitOfRequest, next: RequestListener): RequestListener;
  spentAddresses(): number;
}

function hasKnownToken({ headers }: IncomingMessage): boolean {
  const token = tokenIn(headers.authorization);
  return token !== null && isKnownToken(hashToken(token));
}

/** A flood of guessed tokens costs only answers of the front, so the main thread stays free for paying callers. */
export function rememberSpent(limiters: Limiters, refuseByLimit: RefuseByLimit): SpentAddresses {
  const spent = new LRUCache<string, number>({ max: MAX_ADDRESSES });
  const keyOf = (name: LimitName, address: string): string => `${name} ${address}`;

  function secondsLeft(name: LimitName, request: IncomingMessage): number {
    const until = spent.size === 0 ? undefined : spent.get(keyOf(name, countedAddress(request)));
    return until === undefined ? 0 : Math.ceil((until - Date.now()) / 1000);
  }

  const remembering = (name: LimitName, limiter: Limiter): Limiter => ({
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

  return {
    limiters: {
      free: remembering("free", limiters.free),
      documents: remembering("documents", limiters.documents),
      payments: remembering("payments", limiters.payments),
      probes: remembering("probes", limiters.probes),
    },
    spentAddresses: () => spent.size,
    guard: (limitOf, next) => (request, response) => {
      const name = limitOf(request);
      const resetSeconds = request.method === "OPTIONS" ? 0 : secondsLeft(name, request);
      const isRefused = resetSeconds > 0 && !(isPremiumPath(request.url ?? "") && hasKnownToken(request));
      if (isRefused) refuseByLimit(request, response, name, { isAllowed: false, remaining: 0, resetSeconds });
      else next(request, response);
    },
  };
}
