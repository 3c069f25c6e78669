import { ApiError } from "@/lib/errors";
import type { Allowance } from "./allowance";
import { LIMITS, limitHeaders, type LimitName } from "./limiter";

export function rateRefusal(name: LimitName, allowance: Allowance): ApiError {
  const { calls, windowSeconds, counted } = LIMITS[name];
  const reset = allowance.resetSeconds;
  return new ApiError(
    "rate_limit_exceeded",
    `More than ${calls} ${counted} in ${windowSeconds} seconds from one address. Try again in ${reset} seconds.`,
    { limit: calls, remaining: 0, reset_seconds: reset, scope: "per IP per minute", retry_after: reset },
    { ...limitHeaders(name, allowance), "Retry-After": String(reset) },
  );
}
