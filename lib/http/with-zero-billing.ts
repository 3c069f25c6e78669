import { uncharged } from "@/lib/money/call/paid-call";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { ApiError } from "@/lib/errors";

/** Adds `billing` to an error of a premium path where the balance is not read from the database. */
export function withZeroBilling(error: ApiError, target: string): ApiError {
  if (!isPremiumPath(target) || "billing" in error.details) return error;
  return new ApiError(error.code, error.message, { billing: uncharged(0), ...error.details }, error.headers);
}
