import { ERRORS, type ErrorCode } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { parametersOf } from "./parameters";

const ALWAYS: readonly ErrorCode[] = [
  "method_not_allowed",
  "rate_limit_exceeded",
  "internal_error",
  "schema_validation_failure",
  "unavailable",
  "deadline_exceeded",
];

/** Errors of billing and payment, which any premium endpoint may answer with. */
const PREMIUM: readonly ErrorCode[] = [
  "multiple_credentials",
  "invalid_idempotency_key",
  "invalid_token",
  "payment_required",
  "insufficient_credits",
  "idempotency_in_progress",
  "idempotency_mismatch",
  "identical_request_loop",
  "no_charge_abuse",
  "too_many_uncharged",
  "upstream_failure",
  "hold_lost",
  "clock_unsure",
  "storage_full",
  "invalid_tx_hash",
  "invalid_payment",
  "tx_verification_failed",
  "tx_too_old",
  "proof_required",
  "insufficient_credits_from_tx",
  "payment_failed",
  "sanctions_block",
  "tx_not_confirmed",
  "tx_in_flight",
  "tx_already_used",
  "tx_belongs_to_quote",
  "payment_already_used",
  "payment_in_flight",
  "too_many_failed_payments",
  "settlement_pending",
  "settlement_unavailable",
  "screening_unavailable",
  "rpc_unavailable",
  "payment_disabled",
];

function codesOf(endpoint: AnyEndpoint): ErrorCode[] {
  const parameters = parametersOf(endpoint);
  const codes: ErrorCode[] = [];
  if (parameters.length > 0) codes.push("invalid_parameter");
  codes.push("malformed_request");
  for (const parameter of parameters) {
    codes.push(parameter.invalid, ...parameter.badCount, ...(parameter.isRequired && parameter.in === "query" ? [parameter.missing] : []));
  }
  if (endpoint.body) codes.push("invalid_request_body", "payload_too_large");
  if (endpoint.access.kind === "token") codes.push("token_required", "invalid_token", "token_suspended");
  if (endpoint.access.kind === "premium") codes.push("unknown_parameter", ...PREMIUM);
  if (isPremiumPath(endpoint.path)) codes.push("no_charge_abuse");
  if (endpoint.isDryRun) codes.push("dry_run_takes_no_payment", "token_required");
  return [...codes, ...(Object.keys(endpoint.errors ?? {}) as ErrorCode[]), ...ALWAYS];
}

export function problemsOf(endpoint: AnyEndpoint): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codesOf(endpoint))) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].toSorted(([a], [b]) => a - b));
}

/** Whether a call is recognised by its Idempotency-Key, so that it may be repeated. */
export const takesKey = (endpoint: AnyEndpoint): boolean => codesOf(endpoint).includes("invalid_idempotency_key");
