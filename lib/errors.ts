/** Every way a call can fail, once: status, documents and messages derive from here. */
interface ErrorKind {
  status: number;
  title: string;
  hint: string;
}

export const ERRORS = {
  invalid_parameter: { status: 400, title: "A parameter is not valid", hint: "The message names the parameter, what was given and what is accepted." },
  missing_required_params: { status: 400, title: "A required parameter is missing", hint: "See `missing` for the names." },
  provider_required: { status: 400, title: "Provider is missing", hint: "Give `provider`, an id or a name." },
  model_required: { status: 400, title: "Model is missing", hint: "Give `model`, an id or a display name." },
  model_and_benchmark_required: { status: 400, title: "Model and benchmark are needed", hint: "Give both `model` and `benchmark`." },
  gpu_required: { status: 400, title: "GPU is missing", hint: "Give `gpu`, for example H100." },
  invalid_gpu: { status: 400, title: "Unknown GPU", hint: "See /api/gpu/pricing for the canonical names." },
  invalid_type: { status: 400, title: "Unknown type", hint: "The message lists the accepted values." },
  invalid_from_date_format: { status: 400, title: "`from` is not a date", hint: "Use YYYY-MM-DD, a real calendar day in UTC." },
  invalid_to_date_format: { status: 400, title: "`to` is not a date", hint: "Use YYYY-MM-DD, a real calendar day in UTC." },
  invalid_date: { status: 400, title: "Not a date", hint: "Use YYYY-MM-DD, a real calendar day in UTC." },
  from_after_to: { status: 400, title: "`from` is after `to`", hint: "Swap them." },
  range_too_large: { status: 400, title: "The range is too long", hint: "See `limits` for the longest range." },
  ambiguous_model: { status: 400, title: "Several models match", hint: "Use one of `candidates`." },
  invalid_request_body: { status: 400, title: "The body is not valid", hint: "Send a JSON object that fits the schema in /openapi.json." },
  malformed_request: { status: 400, title: "The request cannot be read", hint: "Check the URL's percent-encoding." },
  multiple_credentials: { status: 400, title: "More than one way to pay", hint: "Send one of Authorization, X-Payment-Tx, PAYMENT-SIGNATURE and X-PAYMENT, so that nothing is paid twice." },
  invalid_idempotency_key: { status: 400, title: "The Idempotency-Key is not valid", hint: "Use 1 to 200 visible ASCII characters, the same value for every retry of one request." },
  token_required: { status: 401, title: "A token is needed", hint: "Send `Authorization: Bearer <token>`; POST /api/payment/buy-credits is where tokens come from." },
  invalid_token: { status: 401, title: "The token is not accepted", hint: "Send `Authorization: Bearer <token>`." },
  payment_required: { status: 402, title: "This call costs credits", hint: "Buy credits, or pay for this call alone." },
  insufficient_credits: { status: 402, title: "Too few credits", hint: "Top the account up at POST /api/payment/buy-credits, or pay for this call alone." },
  not_found: { status: 404, title: "Nothing here", hint: "GET /api/meta lists every endpoint." },
  snapshot_not_found: { status: 404, title: "No snapshot for that day", hint: "GET /api/history lists the captured days." },
  provider_not_found: { status: 404, title: "Unknown provider", hint: "GET /api/status and /api/models list the provider ids." },
  model_not_found: { status: 404, title: "Unknown model", hint: "GET /api/models lists the models." },
  method_not_allowed: { status: 405, title: "Method not allowed", hint: "See the Allow header." },
  idempotency_in_progress: { status: 409, title: "The first request with this key is still running", hint: "Retry after Retry-After seconds with the same key." },
  idempotency_mismatch: { status: 422, title: "This key belongs to another request", hint: "Use a new Idempotency-Key for a new request." },
  payload_too_large: { status: 413, title: "The body is too large", hint: "Bodies are limited to 16 KB." },
  rate_limit_exceeded: { status: 429, title: "Too many requests", hint: "Wait for Retry-After seconds." },
  identical_request_loop: { status: 429, title: "The same request too often", hint: "More than 20 identical requests in a minute look like a loop. Nothing was charged." },
  no_charge_abuse: { status: 429, title: "Too many faulty requests", hint: "More than 20 requests a minute with this token failed by the caller's fault." },
  internal_error: { status: 500, title: "Something failed on our side", hint: "Nothing was charged. Quote `request_id` when you report it." },
  schema_validation_failure: { status: 500, title: "Our answer did not pass its own check", hint: "Nothing was charged. Quote `request_id` when you report it." },
  job_failed: { status: 500, title: "The job failed", hint: "The message says why; it runs again in its next slot." },
  upstream_failure: { status: 503, title: "A source of this answer failed", hint: "Nothing was charged. Retry after Retry-After seconds." },
  hold_lost: { status: 503, title: "The answer came too late to be charged", hint: "Nothing was charged. Retry." },
  unavailable: { status: 503, title: "Not available right now", hint: "Retry after Retry-After seconds." },
  deadline_exceeded: { status: 504, title: "The answer took too long", hint: "Retry; nothing was charged." },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Extra members of the error body. */
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;
  constructor(code: ErrorCode, message?: string, details: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    super(message ?? ERRORS[code].title);
    this.name = "ApiError";
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}
