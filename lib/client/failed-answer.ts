import type { Problem } from "./api-types";
import {
  AuthenticationError,
  ConflictError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitError,
  ServiceError,
  UnavailableError,
} from "./errors";
import { retryAfterOf } from "./send";

const CLASSES: Readonly<Record<number, typeof ServiceError>> = {
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
};

function classOf(status: number): typeof ServiceError {
  if (status < 400) return ServiceError;
  return CLASSES[status] ?? (status < 500 ? InvalidRequestError : UnavailableError);
}

/** Null for an answer that is not of this API: a proxy's page, or one that was cut. */
function problemIn(text: string): Problem | null {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null;
    return typeof value?.error === "string" && typeof value.message === "string" ? (value as Problem) : null;
  } catch {
    return null;
  }
}

export const requestIdOf = ({ headers }: Response): string | null => headers.get("x-request-id");

export const unreadable = (response: Response, cause?: unknown): ServiceError =>
  new (classOf(response.status))({
    code: "unreadable_answer",
    message: `The answer with status ${response.status} is not one of this API.`,
    hint: "See whether the base URL leads to the service, and whether a proxy answers in its place.",
    status: response.status,
    requestId: requestIdOf(response),
    retryAfterSeconds: retryAfterOf(response),
    cause,
  });

const notModified = (response: Response): ServiceError =>
  new ServiceError({
    code: "not_modified",
    message: "The copy that If-None-Match names is current.",
    hint: "Use your copy.",
    status: response.status,
    requestId: requestIdOf(response),
  });

/** The error for an answer that is not ok. */
export async function failureOf(response: Response, cause?: unknown): Promise<ServiceError> {
  const { status } = response;
  if (status === 304) return notModified(response);
  const problem = problemIn(await response.text());
  if (problem === null) return unreadable(response, cause);
  return new (classOf(status))({
    code: problem.error,
    message: problem.message,
    hint: problem.hint ?? "",
    status,
    requestId: requestIdOf(response) ?? problem.request_id ?? null,
    retryAfterSeconds: retryAfterOf(response),
    problem,
    cause,
  });
}
