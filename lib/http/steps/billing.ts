import { countFault, findTokenHolder, type TokenHolder } from "@/db/queries/tokens";
import { hashToken } from "@/lib/billing/access-token";
import { UNAUTHENTICATED } from "@/lib/billing/bearer-call";
import type { Billing } from "@/lib/billing/paid-call";
import type { NoChargeReason } from "@/lib/domain/no-charge";
import { database } from "@/lib/database";
import { ApiError } from "@/lib/errors";
import { describeError, log } from "@/lib/log";

const BEARER = /^Bearer +(\S+)$/i;
const tokenOf = (request: Request): string | undefined => BEARER.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];
/** Not faults of the caller's request: no money, no such token, or a limit that already said so. */
const NO_FAULT = new Set([401, 402, 429]);

export const isPremiumPath = (path: string): boolean => path.startsWith("/api/premium/") || path === "/api/premium";

async function balanceOf(error: ApiError, token: string): Promise<number | ApiError> {
  const db = await database();
  const isFault = error.status < 500 && !NO_FAULT.has(error.status);
  if (!isFault) {
    const holder = await findTokenHolder(db, hashToken(token));
    return holder ? holder.posted - holder.held : 0;
  }
  const now = new Date();
  const counted = await countFault(db, hashToken(token), now);
  if (!counted?.trippedUntil) return counted?.spendable ?? 0;
  const seconds = Math.max(1, Math.ceil((counted.trippedUntil.getTime() - now.getTime()) / 1000));
  const billing: Billing = { credits_charged: 0, credits_remaining: counted.spendable, no_charge_reason: "circuit_breaker" };
  return new ApiError("no_charge_abuse", undefined, { trip_kind: "no_charge_abuse", cooldown_seconds: seconds, retry_after: seconds, billing }, { "Retry-After": String(seconds) });
}

/** Gives an error of a premium path the member that all its answers have; a caller of too many faulty requests gets a 429 instead. */
export async function withBilling(error: ApiError, request: Request): Promise<ApiError> {
  if ("billing" in error.details) return error;
  const token = tokenOf(request);
  let remaining: number | ApiError = 0;
  try {
    if (token) remaining = await balanceOf(error, token);
  } catch (failure) {
    log.warn("balance for an error cannot be read", { error: describeError(failure) });
  }
  if (remaining instanceof ApiError) return remaining;
  const billing: Billing = { credits_charged: 0, credits_remaining: remaining };
  return new ApiError(error.code, error.message, { ...error.details, billing }, error.headers);
}

/** Why an error that came after the price was set aside is not charged. */
export function noChargeReasonOf({ code, status }: ApiError): NoChargeReason {
  if (code === "upstream_failure") return "upstream_failure";
  if (code === "schema_validation_failure") return "schema_validation_failure";
  if (status >= 500) return "5xx";
  return status === 404 ? "empty_result" : "schema_validation_failure";
}

/** Whose token a free call for token holders came with. */
export async function requireHolder(request: Request): Promise<TokenHolder> {
  if (!request.headers.get("authorization")?.trim()) throw new ApiError("token_required", undefined, {}, { "WWW-Authenticate": 'Bearer realm="premium"' });
  const token = tokenOf(request);
  const holder = token ? await findTokenHolder(await database(), hashToken(token)) : null;
  if (!holder) throw new ApiError("invalid_token", undefined, {}, UNAUTHENTICATED);
  return holder;
}
