/** Why a call was answered or refused without a charge; every surface names them from here. */
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

/** After so long, what is kept of calls that were not charged is deleted; their receipts stay in the log by hash. */
export const UNCHARGED_KEPT_DAYS = 30;
