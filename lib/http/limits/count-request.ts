import { describeError, log } from "@/lib/config/log";
import { addressKey, addressOf } from "./address-keys";
import { limiterOf } from "./limiter";
import { limitHeaders, rateRefusal, type Allowance, type LimitName } from "./limits";

type CountedRequest = Pick<Request, "headers">;

function headersOf(name: LimitName, allowance: Allowance): Record<string, string> {
  if (!allowance.isAllowed) throw rateRefusal(name, allowance);
  return limitHeaders(name, allowance);
}

function withoutLimiter(error: unknown): Record<string, string> {
  log.warn("rate limiter is down", { error: describeError(error) });
  return {};
}

const take = (name: LimitName, address: string): Promise<Allowance> => limiterOf(name).then((limiter) => limiter.take(addressKey(address)));

/** Resolves to the RateLimit headers, or rejects with 429. A limiter that is down refuses nobody. */
const countAgainst = (name: LimitName, address: string): Promise<Record<string, string>> =>
  take(name, address).then((allowance) => headersOf(name, allowance), withoutLimiter);

export const countFreeCall = (address: string): Promise<Record<string, string>> => countAgainst("free", address);

/** Counts a request, whose client's address stands in its headers. */
export const countRequest = (request: CountedRequest, name: LimitName = "free"): Promise<Record<string, string>> =>
  countAgainst(name, addressOf(request));

/** Undoes one count; a store that is down has counted nothing. */
export const uncountRequest = (request: CountedRequest, name: LimitName): void =>
  void limiterOf(name)
    .then((limiter) => limiter.giveBack(addressKey(addressOf(request))))
    .catch(() => undefined);
