import { ApiError } from "@/lib/errors";
import { FREE_LIMIT, limitHeaders, type Allowance } from "./limiter";

export function rateRefusal(allowance: Allowance): ApiError {
  const reset = allowance.resetSeconds;
  return new ApiError(
    "rate_limit_exceeded",
    `More than ${FREE_LIMIT.calls} requests in ${FREE_LIMIT.windowSeconds} seconds from one address. Try again in ${reset} seconds.`,
    { limit: FREE_LIMIT.calls, remaining: 0, reset_seconds: reset, scope: "per IP per minute", retry_after: reset },
    { ...limitHeaders(allowance), "Retry-After": String(reset) },
  );
}
