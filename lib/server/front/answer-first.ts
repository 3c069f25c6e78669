import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { ADDRESS_HEADER, addressKey } from "@/lib/http/address-keys";
import { limitHeaders, type Allowance, type Limiter } from "@/lib/http/limiter";
import { findPreparedAnswerByTarget, preparedStore, type PreparedAnswer } from "@/lib/loaders/freshness/prepared-answers";
import type { Tallier } from "./tallier";
import { flat, sendPrepared } from "./send-prepared";

/** Dataset versions as the main thread reads them. */
export interface Versions {
  /** Asks for a reading when the last is old; waits for none. */
  refreshSoon(): void;
  /** Waits for a reading; rejects when the database does not answer. */
  read(): Promise<void>;
}

export interface AnswerFirstOptions {
  /** Everything that is not a prepared answer. */
  forward: RequestListener;
  /** What is never prepared at all. */
  read: RequestListener;
  limiter: Limiter;
  versions: Versions;
  tallier: Tallier;
}

/** Older than this, the versions are read before an answer is trusted; younger, they are read beside it. */
const TRUST_VERSIONS_MS = 2000;

const MOST_LIMIT_LINES = 10_000;
const knownLimitLines = new Map<number, readonly string[]>();

/** Few calls times few seconds: every combination is put into words once. */
function limitLines(allowance: Allowance): readonly string[] {
  const key = allowance.remaining * 100_000 + allowance.resetSeconds;
  const known = knownLimitLines.get(key);
  if (known) return known;
  const lines = flat(limitHeaders(allowance));
  if (knownLimitLines.size < MOST_LIMIT_LINES) knownLimitLines.set(key, lines);
  return lines;
}

const isPreparable = (request: IncomingMessage): boolean =>
  (request.method === "GET" || request.method === "HEAD") && preparedStore().targets.has(request.url ?? "/");

/**
 * Answers prepared free calls before Next sees them: same bytes, headers and limits as the route handler,
 * which stays the implementation. A refused call goes to the handler's own wording.
 */
export function answerFirst({ forward, read, limiter, versions, tallier }: AnswerFirstOptions): RequestListener {
  function answer(request: IncomingMessage, response: ServerResponse, prepared: PreparedAnswer, allowance: Allowance | null): void {
    if (allowance && !allowance.isAllowed) return forward(request, response);
    tallier.count(request, sendPrepared(request, response, prepared, allowance ? limitLines(allowance) : []));
  }

  function answerPrepared(request: IncomingMessage, response: ServerResponse): void {
    const prepared = findPreparedAnswerByTarget(request.url ?? "/", Date.now());
    if (!prepared) return forward(request, response);
    limiter.take(addressKey(String(request.headers[ADDRESS_HEADER] ?? "unknown"))).then(
      (allowance) => answer(request, response, prepared, allowance),
      () => answer(request, response, prepared, null),
    );
  }

  return (request, response) => {
    if (!isPreparable(request)) return read(request, response);
    if (Math.abs(Date.now() - preparedStore().versionsReadAt) <= TRUST_VERSIONS_MS) {
      versions.refreshSoon();
      return answerPrepared(request, response);
    }
    versions.read().then(
      () => answerPrepared(request, response),
      () => forward(request, response),
    );
  };
}
