import { countFault, type TokenHolder } from "@/db/queries/money/tokens/tokens";
import { describeFailure, isRefusedByBreaker } from "@/db/store/store-state";
import { breakerOpen } from "@/lib/money/call/token/bearer-call";
import { tokenHashOf, type CredentialBearer } from "@/lib/money/call/credential";
import { uncharged } from "@/lib/money/call/paid-call";
import { invalidToken, recallToken, refuseSuspended, tokenHolder } from "@/lib/money/base/token-holder";
import { database } from "@/db/database";
import { serviceTime } from "@/lib/config/clock";
import { ApiError } from "@/lib/errors";
import { log } from "@/lib/config/log";
import type { ApiRequest } from "../answer";
import { isCallerFault } from "./fault";
import { spendableOf } from "@/lib/loaders/money/holder-of";

/** Counts a caller's fault against the token, and throws the 429 when its breaker is open. */
async function balanceOf(error: ApiError, tokenHash: string): Promise<number> {
  if (error.code === "invalid_token") return 0;
  const db = await database();
  if (!isCallerFault(error)) {
    const holder = await tokenHolder(db, tokenHash);
    return holder ? spendableOf(holder) : 0;
  }
  const now = new Date();
  const counted = await recallToken(db, tokenHash, () => countFault(db, tokenHash, now));
  if (counted?.trippedUntil) throw breakerOpen("no_charge_abuse", counted.trippedUntil, counted.spendable, now);
  return counted?.spendable ?? 0;
}

/** Adds `billing` to an error of a premium path. After too many faulty requests the error becomes a 429. */
export async function withBilling(error: ApiError, request: ApiRequest): Promise<ApiError> {
  if ("billing" in error.details && !isCallerFault(error)) return error;
  const tokenHash = tokenHashOf(request);
  let refusal = error;
  let remaining: number | null = tokenHash === null ? 0 : null;
  try {
    if (tokenHash !== null) remaining = await balanceOf(error, tokenHash);
  } catch (failure) {
    if (failure instanceof ApiError) refusal = failure;
    else if (!isRefusedByBreaker(failure)) log.warn("balance for an error cannot be read", { error: describeFailure(failure) });
  }
  return new ApiError(refusal.code, refusal.message, { billing: uncharged(remaining), ...refusal.details }, refusal.headers);
}

/**
 * Refuses a free call that needs a token. Without a valid one it is 401; with a suspended one 403,
 * unless that is accepted.
 */
export async function requireHolder(request: CredentialBearer, { acceptsSuspended }: { acceptsSuspended: boolean }): Promise<TokenHolder> {
  const tokenHash = tokenHashOf(request);
  if (tokenHash === null) throw new ApiError("token_required", undefined, {}, { "WWW-Authenticate": 'Bearer realm="premium"' });
  const holder = await tokenHolder(await database(), tokenHash);
  if (!holder) throw invalidToken();
  if (!acceptsSuspended) refuseSuspended(holder, serviceTime());
  return holder;
}
