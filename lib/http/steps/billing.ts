import { countFault, findTokenHolder, type TokenHolder } from "@/db/queries/tokens";
import { hashToken } from "@/lib/billing/access-token";
import { breakerOpen, UNAUTHENTICATED } from "@/lib/billing/bearer-call";
import { bearerOf } from "@/lib/billing/credential";
import { uncharged } from "@/lib/billing/paid-call";
import type { NoChargeReason } from "@/lib/domain/no-charge";
import { database } from "@/lib/database";
import { ApiError } from "@/lib/errors";
import { describeError, log } from "@/lib/log";
import type { ApiRequest } from "../answer";
import { spendableOf } from "../holder-of";
import { addressOf, takeFreeCall } from "./limit";

/** Not faults of the caller's request: no money, no such token, or a limit that already said so. */
const NO_FAULT = new Set([401, 402, 429]);

/** What the token's account can spend, or the refusal that the caller gets instead. */
async function balanceOf(error: ApiError, token: string, request: ApiRequest): Promise<number> {
  const db = await database();
  const now = new Date();
  const isFault = error.status < 500 && !NO_FAULT.has(error.status);
  const counted = isFault ? await countFault(db, hashToken(token), now) : null;
  if (counted?.trippedUntil) throw breakerOpen("no_charge_abuse", counted.trippedUntil, counted.spendable, now);
  if (counted) return counted.spendable;
  const holder = isFault ? null : await findTokenHolder(db, hashToken(token));
  if (holder) return spendableOf(holder);
  // A token that nobody has is no way around the limit of those who have none.
  await takeFreeCall(addressOf(request));
  return 0;
}

/** Gives an error of a premium path the member that all its answers have; a caller of too many faulty requests gets a 429 instead. */
export async function withBilling(error: ApiError, request: ApiRequest): Promise<ApiError> {
  if ("billing" in error.details) return error;
  const token = bearerOf(request.headers);
  let [refusal, remaining] = [error, 0];
  try {
    if (token !== null) remaining = await balanceOf(error, token, request);
  } catch (failure) {
    if (failure instanceof ApiError) refusal = failure;
    else log.warn("balance for an error cannot be read", { error: describeError(failure) });
  }
  return new ApiError(refusal.code, refusal.message, { billing: uncharged(remaining), ...refusal.details }, refusal.headers);
}

/** Why an error that came after the price was set aside is not charged. */
export function noChargeReasonOf({ code, status }: ApiError): NoChargeReason {
  if (code === "upstream_failure") return "upstream_failure";
  if (code === "clock_unsure") return "clock_unsure";
  if (code === "schema_validation_failure") return "schema_validation_failure";
  if (status >= 500) return "5xx";
  return status === 404 ? "empty_result" : "schema_validation_failure";
}

/** Whose token a free call for token holders came with. */
export async function requireHolder(request: ApiRequest): Promise<TokenHolder> {
  const token = bearerOf(request.headers);
  if (token === null) throw new ApiError("token_required", undefined, {}, { "WWW-Authenticate": 'Bearer realm="premium"' });
  const holder = await findTokenHolder(await database(), hashToken(token));
  if (!holder) throw new ApiError("invalid_token", undefined, {}, UNAUTHENTICATED);
  return holder;
}
