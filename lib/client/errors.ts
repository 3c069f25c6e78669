import type { ErrorCode, Problem } from "./api-types";

/** Codes of failures that no answer of the service told of. */
export type LocalCode =
  | "connection_failed"
  | "timed_out"
  | "unreadable_answer"
  | "not_modified"
  | "ed25519_missing"
  | "invalid_webhook"
  | "stale_webhook";

interface Failure {
  /** Codes of later versions of the service are texts that this version does not know. */
  code: ErrorCode | LocalCode | (string & {});
  message: string;
  hint: string;
  /** Null where no answer came. */
  status?: number | null;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  problem?: Problem | null;
  cause?: unknown;
}

/** A call that failed. Its classes tell apart what a program does about it. */
export class ServiceError extends Error {
  readonly code: Failure["code"];
  readonly hint: string;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The whole answer, whose members beyond the common ones depend on the code. */
  readonly problem: Problem | null;

  constructor({ code, message, hint, status = null, requestId = null, retryAfterSeconds = null, problem = null, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = hint;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.problem = problem;
  }
}

/** 400, 405, 413 and 422: the request must change. */
export class InvalidRequestError extends ServiceError {}
/** 401: the token is missing or not accepted. */
export class AuthenticationError extends ServiceError {}
/** 402: the call costs credits that were not there. Nothing was charged. */
export class PaymentRequiredError extends ServiceError {}
/** 403: nobody may do this with these credentials, or from this country. */
export class ForbiddenError extends ServiceError {}
/** 404 and 410: what was asked for is not there. */
export class NotFoundError extends ServiceError {}
/** 409: another request stands in the way. */
export class ConflictError extends ServiceError {}
/** 429: too many requests; `retryAfterSeconds` says when to come back. */
export class RateLimitError extends ServiceError {}
/** 5xx: the service cannot answer now. Nothing was charged. */
export class UnavailableError extends ServiceError {}
/** No answer came. Whether the request arrived is not known; `hint` has the key of a paid call, for its repeat. */
export class ConnectionError extends ServiceError {}
/** A delivery that the service did not send, or sent long ago. */
export class WebhookError extends ServiceError {}
