import { uncharged } from "@/lib/money/call/paid-call";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { ApiError } from "@/lib/errors";

/** An error with the member that answers of premium paths have, where the database is not asked for a balance. */
export function chargingNothing(error: ApiError, target: string): ApiError {
  if (!isPremiumPath(target) || "billing" in error.details) return error;
  return new ApiError(error.code, error.message, { billing: uncharged(0), ...error.details }, error.headers);
}
