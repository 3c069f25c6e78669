import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { metrics } from "@/lib/config/metrics";
import { type Allowance, limitHeaders, type LimitName } from "@/lib/http/limits/limits";
import {
  findOutdatedAnswerByTarget,
  findPreparedAnswerByTarget,
  isWorthCompressing,
  preparedStore,
  type PreparedAnswer,
} from "@/lib/loaders/freshness/prepared-answers";
import { isReadSoon } from "@/lib/loaders/freshness/dataset-versions";
import { preferredEncoding } from "../preferred-encoding";
import type { Tallier } from "./tallier";
import { remember } from "@/lib/domain/basics/remember";
import { countedAddress, type CountingInFront } from "./count-in-front";
import { rawHeaderList, sendPrepared } from "./send-prepared";

/** Dataset versions; the main thread reads them from the database. */
export interface Versions {
  /** Starts a read when the last one is old, without waiting for it. */
  refreshSoon(): void;
  /** Waits for a read; rejects when the database does not answer. */
  read(): Promise<void>;
}

export interface AnswerFirstOptions {
  /** Handles what is not prepared. */
  next: RequestListener;
  counting: CountingInFront;
  versions: Versions;
  tallier: Tallier;
}

/** Older versions are read before a prepared answer is used; younger ones are refreshed in the background. */
const VERSIONS_TTL_MS = 2000;

const MAX_CACHED_LIMITS = 10_000;
/** Above every number of seconds, so that remaining calls and seconds make one number. */
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

/** The main thread compresses it for this reader, and for those to come. */
const lacksEncoding = ({ headers }: IncomingMessage, { gzip, identity }: PreparedAnswer): boolean =>
  gzip === null && identity !== null && isWorthCompressing(identity) && preferredEncoding(headers["accept-encoding"]) !== "identity";

/** False when the database does not answer, or not soon. */
const isRead = (versions: Versions): Promise<boolean> =>
  isReadSoon(
    versions.read().then(
      () => true,
      () => false,
    ),
  );

/** Answers prepared free calls in the front, exactly as their handler would. */
export function answerFirst({ next, counting, versions, tallier }: AnswerFirstOptions): RequestListener {
  const { limiters, limitOf, refuseByLimit } = counting;
  const { preparedHits } = metrics();

  function send(request: IncomingMessage, response: ServerResponse, prepared: PreparedAnswer, limits: readonly string[]): void {
    preparedHits.inc({ thread: "front" });
    tallier.count(request, sendPrepared(request, response, prepared, limits));
  }

  function answerWith(request: IncomingMessage, response: ServerResponse, prepared: PreparedAnswer | null): void {
    if (!prepared || lacksEncoding(request, prepared)) return next(request, response);
    const name = limitOf(request);
    limiters[name].take(countedAddress(request)).then(
      (allowance) => {
        if (allowance.isAllowed) send(request, response, prepared, limitLines(name, allowance));
        else refuseByLimit(request, response, name, allowance);
      },
      () => send(request, response, prepared, []),
    );
  }

  /** While the database cannot be asked, what is kept is given, as old as it is. */
  const prepared = (key: string, areVersionsKnown: boolean): PreparedAnswer | null =>
    areVersionsKnown ? findPreparedAnswerByTarget(key, Date.now()) : findOutdatedAnswerByTarget(key);

  return (request, response) => {
    const key = isReading(request) ? (request.url ?? "/") : null;
    if (key === null || !preparedStore().targets.has(key)) return next(request, response);
    if (Math.abs(Date.now() - preparedStore().versionsReadAt) <= VERSIONS_TTL_MS) {
      versions.refreshSoon();
      return answerWith(request, response, prepared(key, true));
    }
    isRead(versions).then((isKnown) => answerWith(request, response, prepared(key, isKnown)));
  };
}
