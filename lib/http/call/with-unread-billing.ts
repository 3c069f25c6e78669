import { uncharged } from "@/lib/money/call/paid-call";
import { tokenIn } from "@/lib/money/call/credential";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { ApiError } from "@/lib/errors";

/** Null for a token's balance that was not read; a caller without a token has none. */
const unreadBalance = (authorization: string | null | undefined): number | null => (tokenIn(authorization) === null ? 0 : null);

/** Adds `billing` to an error of a premium path where the balance is not read from the database. */
export function withUnreadBilling(error: ApiError, target: string, authorization: string | null | undefined): ApiError {
  if (!isPremiumPath(target) || "billing" in error.details) return error;
  return new ApiError(error.code, error.message, { billing: uncharged(unreadBalance(authorization)), ...error.details }, error.headers);
}
