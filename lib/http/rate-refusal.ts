import { ApiError } from "@/lib/errors";
import { FREE_LIMIT, limitHeaders, type Allowance } from "./limiter";

/** What an address is told that has used its calls up. */
export function rateRefusal(taken: Allowance): ApiError {
  const reset = taken.resetSeconds;
  return new ApiError(
    "rate_limit_exceeded",
    `More than ${FREE_LIMIT.calls} requests in ${FREE_LIMIT.windowSeconds} seconds from one address. Try again in ${reset} seconds.`,
    { limit: FREE_LIMIT.calls, remaining: 0, reset_seconds: reset, scope: "per IP per minute", retry_after: reset },
    { ...limitHeaders(taken), "Retry-After": String(reset) },
  );
}
