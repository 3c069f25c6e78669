import type { IncomingMessage, RequestListener } from "node:http";
import { hashToken } from "@/lib/money/tokens/access-token";
import { tokenIn } from "@/lib/money/call/credential";
import { isKnownToken } from "@/lib/money/call/token/token-memory";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { withZeroBilling } from "@/lib/http/with-zero-billing";
import { ADDRESS_HEADER, addressKey } from "@/lib/http/address-keys";
import type { Limiter } from "@/lib/http/limiter";
import { rateRefusal } from "@/lib/http/rate-refusal";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { send } from "../listener";
import { pathOf } from "@/lib/http/target";

const MOST_ADDRESSES = 10_000;

export interface SpentAddresses {
  /** The same count; who was refused is remembered until the window ends. */
  limiter: Limiter;
  /** Refuses paid calls of such addresses before the main thread hears of them; a token that is known there still pays. */
  guard(next: RequestListener): RequestListener;
}

function hasKnownToken({ headers }: IncomingMessage): boolean {
  const token = tokenIn(headers.authorization);
  return token !== null && isKnownToken(hashToken(token));
}

/** What guesses at tokens take is an answer of the front's: a flood of them must not keep the main thread from those who pay. */
export function rememberSpent(counted: Limiter): SpentAddresses {
  const spent = new Map<string, number>();

  function note(key: string, resetSeconds: number): void {
    const oldest = spent.keys().next().value;
    if (spent.size >= MOST_ADDRESSES && oldest !== undefined) spent.delete(oldest);
    spent.set(key, Date.now() + resetSeconds * 1000);
  }

  function secondsLeft(request: IncomingMessage): number {
    const until = spent.size === 0 ? undefined : spent.get(addressKey(String(request.headers[ADDRESS_HEADER] ?? "unknown")));
    return until === undefined ? 0 : Math.ceil((until - Date.now()) / 1000);
  }

  return {
    limiter: {
      async take(key) {
        const taken = await counted.take(key);
        if (!taken.isAllowed) note(key, taken.resetSeconds);
        return taken;
      },
      async giveBack(key) {
        spent.delete(key);
        await counted.giveBack(key);
      },
    },
    guard: (next) => (request, response) => {
      const resetSeconds = request.method === "OPTIONS" || !isPremiumPath(request.url ?? "") ? 0 : secondsLeft(request);
      if (resetSeconds <= 0 || hasKnownToken(request)) return next(request, response);
      const target = request.url ?? "/";
      const refusal = rateRefusal({ isAllowed: false, remaining: 0, resetSeconds });
      send(response, errorAnswer(withZeroBilling(refusal, target), newRequestId(), pathOf(target)));
    },
  };
}
