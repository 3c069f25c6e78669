import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { type Allowance, type LimitName, rateRefusal } from "@/lib/http/limits/limits";
import { secondsUntilAllowed } from "@/lib/http/limits/spent-addresses";
import { hashToken } from "@/lib/money/base/access-token";
import { isKnownToken } from "@/lib/money/base/token-memory";
import { tokenIn } from "@/lib/money/call/credential";
import { countSent } from "./count-sent";
import { countedAddress, type LimitOfRequest } from "./limit-of-request";
import { sendRefused } from "./send-refused";

/** Answers 429 as the handler would, but without a handler: refusing has to be cheaper than answering. */
export function refuseByLimit(request: IncomingMessage, response: ServerResponse, name: LimitName, allowance: Allowance): void {
  sendRefused(request, response, rateRefusal(name, allowance));
  countSent(request, 429);
}

function hasKnownToken({ headers }: IncomingMessage): boolean {
  const token = tokenIn(headers.authorization);
  return token !== null && isKnownToken(hashToken(token));
}

/** Refuses calls of addresses whose limit is spent. Paid calls with a token that was accepted before pass. */
export const refusingSpent =
  (limitOf: LimitOfRequest, next: RequestListener): RequestListener =>
  (request, response) => {
    const name = limitOf(request);
    const resetSeconds = request.method === "OPTIONS" ? 0 : secondsUntilAllowed(name, countedAddress(request));
    if (resetSeconds === 0 || (isPremiumPath(request.url ?? "") && hasKnownToken(request))) return next(request, response);
    refuseByLimit(request, response, name, { isAllowed: false, remaining: 0, resetSeconds });
  };
