export const NO_CHARGE_REASONS = [
  "5xx",
  "circuit_breaker",
  "schema_validation_failure",
  "stale_data",
  "upstream_failure",
  "empty_result",
  "caller_fault",
  "clock_unsure",
] as const;
export type NoChargeReason = (typeof NO_CHARGE_REASONS)[number];

/** Data of uncharged calls is deleted after this many days; their receipts stay in the log as hashes. */
export const UNCHARGED_KEPT_DAYS = 30;

/** Days of an account's usage that one answer covers. */
export const MAX_USAGE_DAYS = 90;
