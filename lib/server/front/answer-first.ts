import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { metrics } from "@/lib/config/metrics";
import { limiterOf } from "@/lib/http/limits/limiter";
import { type Allowance, limitHeaders, type LimitName } from "@/lib/http/limits/limits";
import {
  findOutdatedAnswerByTarget,
  findPreparedAnswerByTarget,
  isWorthCompressing,
  preparedStore,
  type PreparedResponse,
} from "@/lib/loaders/freshness/prepared-answers";
import { preferredEncoding } from "../preferred-encoding";
import { remember } from "@/lib/domain/basics/remember";
import { countSent } from "./count-sent";
import { countedAddress, type LimitOfRequest } from "./limit-of-request";
import { refuseByLimit } from "./refuse-by-limit";
import { rawHeaderList, sendPrepared } from "./send-prepared";

/** Dataset versions, which the database has. */
export interface Versions {
  /** Starts a read when the last one is old, without waiting for it. */
  refreshSoon(): void;
  /** Waits for a read of versions that are old; false when the database does not answer, or not soon. */
  areKnown(): Promise<boolean>;
}

export interface AnswerFirstOptions {
  /** Handles what is not prepared. */
  next: RequestListener;
  limitOf: LimitOfRequest;
  versions: Versions;
}

/** Versions older than this are read before a prepared answer is used. Younger ones are refreshed in the background. */
const VERSIONS_TTL_MS = 2000;

const MAX_CACHED_LIMITS = 10_000;
/** Larger than any number of seconds, so that remaining calls and seconds make one number. */
const RADIX = 100_000;

/** There are few combinations of remaining calls and seconds, so each is formatted once. */
const linesOf = (name: LimitName) =>
  remember(
    (combined: number) =>
      rawHeaderList(limitHeaders(name, { isAllowed: true, remaining: Math.floor(combined / RADIX), resetSeconds: combined % RADIX })),
    MAX_CACHED_LIMITS,
  );

const LINES = {
  free: linesOf("free"),
  documents: linesOf("documents"),
  payments: linesOf("payments"),
  probes: linesOf("probes"),
} as const;

const limitLines = (name: LimitName, { remaining, resetSeconds }: Allowance): readonly string[] =>
  LINES[name](remaining * RADIX + resetSeconds);

const isReading = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/**
 * True for an answer that can be sent as it is. The handler unpacks one that is only compressed, and
 * compresses a plain one for this reader and those to come.
 */
const isReadyFor = ({ headers }: IncomingMessage, { gzip, identity }: PreparedResponse): boolean =>
  identity !== null && (gzip !== null || !isWorthCompressing(identity) || preferredEncoding(headers["accept-encoding"]) === "identity");

/** Answers prepared free calls without their handler, exactly as it would. */
export function answerFirst({ next, limitOf, versions }: AnswerFirstOptions): RequestListener {
  const { preparedHits } = metrics();

  function send(request: IncomingMessage, response: ServerResponse, prepared: PreparedResponse, limits: readonly string[]): void {
    preparedHits.inc();
    countSent(request, sendPrepared(request, response, prepared, limits));
  }

  function answerWith(request: IncomingMessage, response: ServerResponse, prepared: PreparedResponse | null): void {
    if (!prepared || !isReadyFor(request, prepared)) return next(request, response);
    const name = limitOf(request);
    const taken = limiterOf(name).then((limiter) => limiter.take(countedAddress(request)));
    taken.then(
      (allowance) => {
        if (allowance.isAllowed) send(request, response, prepared, limitLines(name, allowance));
        else refuseByLimit(request, response, name, allowance);
      },
      () => send(request, response, prepared, []),
    );
  }

  /** A cached answer of any age is sent while the database cannot be asked. */
  const prepared = (key: string, areVersionsKnown: boolean): PreparedResponse | null =>
    areVersionsKnown ? findPreparedAnswerByTarget(key, Date.now()) : findOutdatedAnswerByTarget(key);

  return (request, response) => {
    const key = isReading(request) ? (request.url ?? "/") : null;
    if (key === null || !preparedStore().targets.has(key)) return next(request, response);
    if (Math.abs(Date.now() - preparedStore().versionsReadAt) <= VERSIONS_TTL_MS) {
      versions.refreshSoon();
      return answerWith(request, response, prepared(key, true));
    }
    versions.areKnown().then((isKnown) => answerWith(request, response, prepared(key, isKnown)));
  };
}
