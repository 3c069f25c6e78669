import { MAX_PURCHASE_UNITS, MIN_PURCHASE_UNITS, usdOf } from "@/lib/domain/money/credits";
import { CLAIM_ERRORS, PAYMENT_ERRORS } from "@/lib/domain/money/payment-errors";
import { LOG_PUBLISHED_AT } from "@/lib/domain/receipts/receipt-log";
import { TOKEN_ERRORS } from "@/lib/domain/money/token-errors";
import { WATCH_ERRORS } from "@/lib/domain/watches/watch-errors";

interface ErrorKind {
  status: number;
  title: string;
  hint: string;
}

/** Every way a call can fail. Answers, documentation and the OpenAPI file are derived from this table, in this order. */
export const ERRORS = {
  invalid_parameter: {
    status: 400,
    title: "A parameter is not valid",
    hint: "The message names the parameter, what was given and what is accepted.",
  },
  unknown_parameter: {
    status: 400,
    title: "A parameter is not known",
    hint: "Nothing was charged. `candidates` lists similar names, `known_parameters` all that are accepted. A paid call with any other name is refused.",
  },
  missing_required_params: { status: 400, title: "A required parameter is missing", hint: "See `missing` for the names." },
  provider_required: { status: 400, title: "Provider is missing", hint: "Give `provider`, an id or a name." },
  model_required: { status: 400, title: "Model is missing", hint: "Give `model`, an id or a display name." },
  model_and_benchmark_required: { status: 400, title: "Model and benchmark are needed", hint: "Give both `model` and `benchmark`." },
  gpu_required: { status: 400, title: "GPU is missing", hint: "Give `gpu`, for example H100." },
  invalid_gpu: { status: 400, title: "Unknown GPU", hint: "See /api/gpu/pricing for the canonical names." },
  invalid_cve_id: { status: 400, title: "Not a CVE id", hint: "Use CVE, the year and at least four digits, for example CVE-2024-3094." },
  invalid_type: { status: 400, title: "Unknown type", hint: "The message lists the accepted values." },
  invalid_from_date_format: { status: 400, title: "`from` is not a date", hint: "Use YYYY-MM-DD, a real calendar day in UTC." },
  invalid_to_date_format: { status: 400, title: "`to` is not a date", hint: "Use YYYY-MM-DD, a real calendar day in UTC." },
  invalid_from: { status: 400, title: "`from` is not a date", hint: "Use YYYY-MM-DD, a real calendar day in UTC." },
  invalid_to: { status: 400, title: "`to` is not a date", hint: "Use YYYY-MM-DD, a real calendar day in UTC." },
  invalid_date: { status: 400, title: "Not a date", hint: "Use YYYY-MM-DD, a real calendar day in UTC." },
  missing_params: {
    status: 400,
    title: "Half of a range is missing",
    hint: "Give `date`, or both `from` and `to`, or none of them for the newest day.",
  },
  invalid_date_range: {
    status: 400,
    title: "Not a range of days",
    hint: "Use YYYY-MM-DD for `from` and `to`, real calendar days in UTC, `from` not after `to`.",
  },
  invalid_date_format: { status: 400, title: "Not a date", hint: "Use YYYY-MM-DD, a real calendar day in UTC." },
  from_and_to_required: {
    status: 400,
    title: "Both days are needed",
    hint: "Give `from` and `to`, two captured days; GET /api/history lists them.",
  },
  from_after_to: { status: 400, title: "`from` is after `to`", hint: "Swap them." },
  range_too_large: { status: 400, title: "The range is too long", hint: "See `limits` for the longest range." },
  range_exceeds_90_days: {
    status: 400,
    title: "The range is longer than 90 days",
    hint: "Ask for at most 90 days at a time, both ends included.",
  },
  invalid_target: { status: 400, title: "Unknown forecast target", hint: "`target` is price or benchmark." },
  price_field_required: { status: 400, title: "The kind of price is missing", hint: "Give `field`: inputPrice, outputPrice or blended." },
  benchmark_required: { status: 400, title: "Benchmark is missing", hint: "Give `benchmark`, an id as /api/benchmarks lists them." },
  insufficient_history: {
    status: 400,
    title: "Too few captured days",
    hint: "`required` is the least number of days, `found` how many there are. A longer `lookback` may hold more.",
  },
  fit_failed: { status: 400, title: "No line fits this history", hint: "The history holds values too large to compute with." },
  min_two_models_required: {
    status: 400,
    title: "Fewer than two models",
    hint: "Give `ids`: two to five different ids or names, separated by commas.",
  },
  max_5_models_per_compare: { status: 400, title: "More than five models", hint: "Compare at most five at a time." },
  models_required: { status: 400, title: "Models are missing", hint: "Give `model`: one to ten ids or names, separated by commas." },
  max_10_models_per_request: { status: 400, title: "More than ten models", hint: "Ask for at most ten at a time." },
  input_tokens_per_day_invalid: {
    status: 400,
    title: "`input_tokens_per_day` is not a number of tokens",
    hint: "Give a number of at least 0.",
  },
  output_tokens_per_day_invalid: {
    status: 400,
    title: "`output_tokens_per_day` is not a number of tokens",
    hint: "Give a number of at least 0.",
  },
  invalid_json: { status: 400, title: "The body is not a JSON object", hint: "Send a JSON object with Content-Type application/json." },
  ambiguous_model: { status: 400, title: "Several models match", hint: "Use one of `candidates`." },
  receipt_required: { status: 400, title: "No receipt was sent", hint: "Send `receipt`, as an object or as its JSON text." },
  invalid_request_body: { status: 400, title: "The body is not valid", hint: "Send a JSON object that fits the schema in /openapi.json." },
  malformed_request: { status: 400, title: "The request cannot be read", hint: "Check the URL's percent-encoding." },
  invalid_amount: {
    status: 400,
    title: "The amount is not valid",
    hint: `\`amount_usd\` is a number from ${usdOf(MIN_PURCHASE_UNITS)} to ${usdOf(MAX_PURCHASE_UNITS)} with at most two decimals.`,
  },
  invalid_sender_wallet: { status: 400, title: "Not a wallet", hint: "Send `sender_wallet` as 0x and 40 hex digits, or leave it out." },
  unknown_endpoint: { status: 400, title: "No such paid endpoint", hint: "GET /api/meta lists the endpoints that cost credits." },
  ...CLAIM_ERRORS,
  multiple_credentials: {
    status: 400,
    title: "More than one way to pay",
    hint: "Send one of Authorization, X-Payment-Tx, PAYMENT-SIGNATURE and X-PAYMENT, so that nothing is paid twice.",
  },
  dry_run_takes_no_payment: {
    status: 400,
    title: "A dry run costs nothing",
    hint: "Send it with a token and without payment headers.",
  },
  invalid_idempotency_key: {
    status: 400,
    title: "The Idempotency-Key is not valid",
    hint: "Use 1 to 200 visible ASCII characters, at least 16 where the call has no token: a random value, the same for every retry of one request.",
  },
  token_required: {
    status: 401,
    title: "A token is needed",
    hint: "Send `Authorization: Bearer <token>`; Buy credits at POST /api/payment/buy-credits to get one.",
  },
  invalid_token: { status: 401, title: "The token is not accepted", hint: "Send `Authorization: Bearer <token>`." },
  payment_required: {
    status: 402,
    title: "This call costs credits",
    hint: "`payment` says how: with credits, or for this call alone. Where `payment.enabled` is false, nothing is sold here at present.",
  },
  insufficient_credits: {
    status: 402,
    title: "Too few credits",
    hint: "Top the account up at POST /api/payment/buy-credits, or pay for this call alone. Where `payment.enabled` is false, nothing is sold here at present.",
  },
  operator_only: {
    status: 403,
    title: "Only the operator may read this",
    hint: "Send `Authorization: Bearer <METRICS_TOKEN>`, or ask from the machine that the service runs on, not through a proxy.",
  },
  jurisdiction_blocked: {
    status: 403,
    title: "Nothing is sold in this country",
    hint: "`country` is where the request came from. The operator's law forbids sales there.",
  },
  sanctions_block: { status: 403, title: "Payments of this wallet are refused", hint: "The payer stands on a sanctions list." },
  not_found: { status: 404, title: "Nothing here", hint: "GET /api/meta lists every endpoint." },
  snapshot_not_found: { status: 404, title: "No snapshot for that day", hint: "GET /api/history lists the captured days." },
  provider_not_found: { status: 404, title: "Unknown provider", hint: "GET /api/status and /api/models list the provider ids." },
  cve_not_found_in_any_source: {
    status: 404,
    title: "No source has this CVE",
    hint: "All sources in `checked` answered and none has it. Nothing was charged; new CVEs appear within hours.",
  },
  model_not_found: { status: 404, title: "Unknown model", hint: "GET /api/models lists the models." },
  receipt_log_not_found: {
    status: 404,
    title: "That day has no receipt log",
    hint: `A day's log is published at ${LOG_PUBLISHED_AT} UTC of the next day; GET /api/receipt/log lists them.`,
  },
  receipt_not_found: {
    status: 404,
    title: "The log of that day does not hold this receipt",
    hint: "A receipt stands in the log of the UTC day of its `server_time`.",
  },
  delivery_not_found: {
    status: 404,
    title: "The watch has no such delivery",
    hint: "GET /api/premium/watches/{id}/deliveries lists them.",
  },
  call_not_found: { status: 404, title: "No such call", hint: "GET /api/payment/usage/calls lists the calls of your account." },
  method_not_allowed: { status: 405, title: "Method not allowed", hint: "See the Allow header." },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this key is still running",
    hint: "Retry after Retry-After seconds with the same key.",
  },
  tx_not_confirmed: {
    status: 409,
    title: "The transaction is not deep enough in the chain yet",
    hint: "Do not pay again. Retry after Retry-After seconds.",
  },
  tx_in_flight: { status: 409, title: "The transaction is being claimed", hint: "Retry after Retry-After seconds with the same proof." },
  tx_already_claimed: {
    status: 409,
    title: "The transaction was claimed before",
    hint: "One transaction buys once. To find its purchase again, confirm with a signature of the paying wallet, over the message in `sign` where it is given.",
  },
  purchase_disputed: {
    status: 409,
    title: "Two parties claim this purchase",
    hint: "The credits that are left are held until the operator has decided; the message says whom to write to.",
  },
  delivery_not_redeliverable: {
    status: 409,
    title: "This delivery cannot be sent again",
    hint: "Only fires that were sent or lost are sent again, one at a time.",
  },
  idempotency_mismatch: { status: 422, title: "This key belongs to another request", hint: "Use a new Idempotency-Key for a new request." },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    hint: "Bodies are limited to 16 KB, those of POST /api/receipt/verify and POST /api/premium/cost/bill to 1 MB.",
  },
  rate_limit_exceeded: { status: 429, title: "Too many requests", hint: "Wait for Retry-After seconds." },
  too_many_open_quotes: {
    status: 429,
    title: "Too many amounts are reserved",
    hint: "Pay one of your quotes, or wait Retry-After seconds: an unpaid one keeps its amount for a day after it expired. `Idempotency-Key` gives the same quote again.",
  },
  identical_request_loop: {
    status: 429,
    title: "The same request too often",
    hint: "More than 20 identical requests in a minute look like a loop. Nothing was charged.",
  },
  no_charge_abuse: {
    status: 429,
    title: "Too many faulty requests",
    hint: "More than 20 requests a minute with this token failed by the caller's fault.",
  },
  too_many_uncharged: {
    status: 429,
    title: "Too many uncharged answers",
    hint: "More than 60 answers a minute with this token were not charged: stale, empty, failed or refused ones. Wait for Retry-After seconds.",
  },
  internal_error: {
    status: 500,
    title: "Something failed on our side",
    hint: "Nothing was charged. Quote `request_id` when you report it.",
  },
  schema_validation_failure: {
    status: 500,
    title: "Our answer did not pass its own check",
    hint: "Nothing was charged. Quote `request_id` when you report it.",
  },
  job_failed: { status: 500, title: "The job failed", hint: "The message says why; it runs again in its next slot." },
  upstream_failure: { status: 503, title: "A source of this answer failed", hint: "Nothing was charged. Retry after Retry-After seconds." },
  hold_lost: { status: 503, title: "The answer came too late to be charged", hint: "Nothing was charged. Retry." },
  clock_unsure: {
    status: 503,
    title: "The clock of this service is in doubt",
    hint: "Nothing was charged. Retry after Retry-After seconds; /api/health says when the clock is right again.",
  },
  not_ready: {
    status: 503,
    title: "This service cannot do all of its work right now",
    hint: "The message says what is wrong, `checks` how each part is. Retry after Retry-After seconds.",
  },
  not_configured: {
    status: 503,
    title: "This service is not configured yet",
    hint: "Only its operator can mend this: the message names the variable that is missing or malformed. Set it, and deploy again.",
  },
  storage_full: {
    status: 503,
    title: "This service has no room to store a call",
    hint: "Nothing was charged. Only its operator can mend this, by making room. Retry after Retry-After seconds.",
  },
  unavailable: { status: 503, title: "Not available right now", hint: "Retry after Retry-After seconds." },
  no_free_amount: {
    status: 503,
    title: "No amount is free",
    hint: "Ask for a slightly different amount, or retry after Retry-After seconds.",
  },
  callback_check_unavailable: {
    status: 503,
    title: "The callback's host cannot be checked right now",
    hint: "This service can resolve no name at the moment. Nothing was charged. Retry after Retry-After seconds.",
  },
  ...PAYMENT_ERRORS,
  ...TOKEN_ERRORS,
  ...WATCH_ERRORS,
  deadline_exceeded: { status: 504, title: "The answer took too long", hint: "Retry; nothing was charged." },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;
  constructor(code: ErrorCode, message?: string, details: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    // A caller's mistake needs no stack, whose recording would be most of what a refusal costs.
    const { stackTraceLimit } = Error;
    if (ERRORS[code].status < 500) Error.stackTraceLimit = 0;
    super(message ?? ERRORS[code].title);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "ApiError";
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}
