import type { NoChargeReason } from "@/lib/domain/money/no-charge";
import type { ApiError, ErrorCode } from "@/lib/errors";

/** No such token, no money, or already refused by a limit: these have counters of their own. */
const OTHERWISE_COUNTED = new Set([401, 402, 429]);
/** A valid request for which nothing was captured. */
const EMPTY = new Set<ErrorCode>(["snapshot_not_found", "cve_not_found_in_any_source", "insufficient_history", "fit_failed"]);

/** Whether an error counts against the token that it came with. */
export const isCallerFault = ({ code, status }: ApiError): boolean =>
  status < 500 && !OTHERWISE_COUNTED.has(status) && !EMPTY.has(code) && code !== "idempotency_in_progress" && code !== "token_suspended";

export function noChargeReasonOf({ code, status }: ApiError): NoChargeReason {
  if (code === "upstream_failure") return "upstream_failure";
  if (code === "clock_unsure") return "clock_unsure";
  if (code === "schema_validation_failure") return "schema_validation_failure";
  if (status >= 500) return "5xx";
  return EMPTY.has(code) ? "empty_result" : "caller_fault";
}
