import type { Retries } from "./defaults";
import { ConnectionError } from "./errors";

/** Sends one request, as `fetch` of the platform does. */
export type Send = (request: Request) => Promise<Response>;

const FIRST_WAIT_MS = 500;
/** Added to what the service asks for, so that many clients do not come back at the same moment. */
const SPREAD_MS = 250;
const AWAY = new Set([502, 503, 504]);
/** Statuses of answers that have no body, and may not be given one. */
export const BODYLESS: ReadonlySet<number> = new Set([204, 304]);
const TOO_MANY = 429;

/** Seconds until the moment that Retry-After names, as a number or a date; null without one. */
export function retryAfterOf({ headers }: Response): number | null {
  const value = headers.get("retry-after")?.trim();
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** Whether a second sending changes nothing more. It only reads, or the service recognises it by its key. */
const isSafe = ({ method, headers }: Request): boolean => method === "GET" || method === "HEAD" || headers.has("idempotency-key");

function waitMs(outcome: Response | ConnectionError, request: Request, sent: number, retries: Retries): number | null {
  // A number that is none, as JavaScript may give one, allows no retry.
  if (!(sent <= retries.most)) return null;
  const backoff = FIRST_WAIT_MS * 2 ** (sent - 1) * (0.5 + Math.random() / 2);
  if (outcome instanceof ConnectionError) return isSafe(request) ? backoff : null;
  const asked = outcome.ok ? null : retryAfterOf(outcome);
  // A limit refuses before anything is done: coming back is safe for every request.
  const mayRetry = outcome.status === TOO_MANY ? asked !== null : isSafe(request) && (asked !== null || AWAY.has(outcome.status));
  if (!mayRetry || (asked ?? 0) > retries.longestWaitSeconds) return null;
  return asked === null ? backoff : asked * 1000 + Math.random() * SPREAD_MS;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), end()), { once: true });
  });
}

/** What a caller can do: a key that this client made is known to nobody else. */
function hintFor({ headers }: Request): string {
  const key = headers.has("authorization") ? headers.get("idempotency-key") : null;
  const unknown = "Whether the request arrived is not known.";
  return key === null ? unknown : `${unknown} The same call with the header "Idempotency-Key: ${key}" is charged once.`;
}

function connectionError(cause: unknown, request: Request, isTimedOut: boolean, timeoutSeconds: number): ConnectionError {
  const { origin } = new URL(request.url);
  return new ConnectionError({
    code: isTimedOut ? "timed_out" : "connection_failed",
    message: isTimedOut ? `No answer within ${timeoutSeconds} seconds from ${origin}.` : `No answer from ${origin}.`,
    hint: hintFor(request),
    cause,
  });
}

/** The answer is read whole: one that breaks off half-way has not arrived. */
async function sendOnce(send: Send, request: Request, timeoutSeconds: number): Promise<Response | ConnectionError> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const response = await send(new Request(request.clone(), { signal: AbortSignal.any([request.signal, timeout]) }));
    const body = BODYLESS.has(response.status) ? null : await response.arrayBuffer();
    return new Response(body, response);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return connectionError(error, request, timeout.aborted, timeoutSeconds);
  }
}

/**
 * Sends again what may be sent again. A request keeps its Idempotency-Key and its signed payment, so that
 * the service recognises it, and a chain takes no payment twice.
 */
export function withRetries(send: Send, retries: Retries): Send {
  return async (request) => {
    for (let sent = 1; ; sent++) {
      const outcome = await sendOnce(send, request, retries.timeoutSeconds);
      const ms = waitMs(outcome, request, sent, retries);
      if (ms !== null) await wait(ms, request.signal);
      else if (outcome instanceof ConnectionError) throw outcome;
      else return outcome;
    }
  };
}
