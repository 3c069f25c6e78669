import { gunzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { isDevelopment } from "@/lib/config/page-policy.mjs";
import { processState } from "@/lib/config/process-state.mjs";
import type { DatasetName } from "@/lib/datasets";
import type { Caching } from "@/lib/domain/freshness/cache-control";

/** The finished answer to one free call: bytes for every encoding, built once per data version. */
export interface PreparedResponse {
  /** Null while a long answer is cached only compressed. */
  identity: Uint8Array | null;
  gzip: Uint8Array | null;
  br: Uint8Array | null;
  etag: string;
  headers: Readonly<Record<string, string>>;
  /** Left out for an answer that nobody else may cache; its headers say so. */
  caching?: Caching;
  expiresAt: number;
  versions: Readonly<Partial<Record<DatasetName, number>>>;
}

/** Compressing smaller bodies costs more than it saves. Next has the same limit. */
const MIN_COMPRESSED_BYTES = 1024;

export const isWorthCompressing = (bytes: Uint8Array): boolean => bytes.byteLength >= MIN_COMPRESSED_BYTES;

/** Unpacks an answer that is cached only compressed. */
export const plainBytes = ({ identity, gzip }: Pick<PreparedResponse, "identity" | "gzip">): Uint8Array =>
  identity ?? gunzipSync(gzip ?? new Uint8Array(0));

export interface PreparedStore {
  answers: LRUCache<string, PreparedResponse>;
  /** Raw request targets (`/api/news?limit=50&x=1`) to keys of `answers`. */
  targets: LRUCache<string, string>;
  /** Dataset versions as last read; a prepared answer of another version is not served. */
  versions: Map<string, number>;
  versionsReadAt: number;
  /** Whether the database holds invented data, as last read with the versions. */
  isSample: boolean;
}

/** Every answer is rebuilt after this long, even if its data is the same. */
export const LONGEST_PREPARED_MS = 600_000;

const MAX_ANSWERS = 256;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TARGETS = 2048;
const MAX_TARGET_LENGTH = 512;

const sizeOf = (answer: PreparedResponse): number =>
  (answer.identity?.byteLength ?? 0) + (answer.gzip?.byteLength ?? 0) + (answer.br?.byteLength ?? 0);

const store = processState<PreparedStore>("prepared answers", () => ({
  answers: new LRUCache({ max: MAX_ANSWERS, maxSize: MAX_BYTES, maxEntrySize: MAX_BYTES / 4, sizeCalculation: sizeOf }),
  targets: new LRUCache({ max: MAX_TARGETS }),
  versions: new Map(),
  versionsReadAt: 0,
  isSample: false,
}));

export const preparedStore = (): PreparedStore => store;

/**
 * Nothing is cached while developing, because the next edit changes it. An answer that would evict a
 * quarter of the others is not cached either.
 */
export function cachePrepared(key: string, answer: PreparedResponse): void {
  if (!isDevelopment) store.answers.set(key, answer);
}

/** Ignored when another answer has taken the key since. */
export function addEncodings(key: string, answer: PreparedResponse, encodings: Record<"identity" | "gzip" | "br", Uint8Array>): void {
  if (store.answers.peek(key) === answer) store.answers.set(key, { ...answer, ...encodings });
}

export function cacheTarget(target: string, key: string): void {
  if (target.length <= MAX_TARGET_LENGTH) store.targets.set(target, key);
}

function isCurrent(answer: PreparedResponse, nowMs: number): boolean {
  // An expiry too far ahead was set while the clock was ahead.
  if (answer.expiresAt <= nowMs || answer.expiresAt - nowMs > 2 * LONGEST_PREPARED_MS) return false;
  for (const dataset in answer.versions) {
    if (store.versions.get(dataset) !== answer.versions[dataset as DatasetName]) return false;
  }
  return true;
}

/** Null unless the answer has the current data versions. Synchronous, for the hot path. */
export function findPreparedAnswer(key: string, nowMs: number): PreparedResponse | null {
  const answer = store.answers.get(key);
  return answer && isCurrent(answer, nowMs) ? answer : null;
}

export function findPreparedAnswerByTarget(target: string, nowMs: number): PreparedResponse | null {
  const key = store.targets.get(target);
  return key === undefined ? null : findPreparedAnswer(key, nowMs);
}

/** Finds whatever is cached, of older data too, for the time in which the database cannot be asked. */
export const findOutdatedAnswer = (key: string): PreparedResponse | null => store.answers.get(key) ?? null;

export function findOutdatedAnswerByTarget(target: string): PreparedResponse | null {
  const key = store.targets.get(target);
  return key === undefined ? null : findOutdatedAnswer(key);
}

const READ_VERSIONS_EVERY_MS = 1000;

/** The absolute difference, since the clock may have been set back. */
export const areVersionsFresh = (): boolean => Math.abs(Date.now() - store.versionsReadAt) < READ_VERSIONS_EVERY_MS;

const LAST_MODIFIED = "Last-Modified";
const SECOND_MS = 1000;

/**
 * Sets Last-Modified so that a reader may tell by the date alone whether it has these bytes. While they stay the same, so does the
 * date, although the sources were read again; other bytes never have a date that was given before.
 */
export function withCachedDate(answer: PreparedResponse, previous: PreparedResponse | undefined): PreparedResponse {
  const [date, before] = [answer.headers[LAST_MODIFIED], previous?.headers[LAST_MODIFIED]];
  if (!previous || date === undefined || before === undefined) return answer;
  const isSame = previous.etag === answer.etag;
  if (!isSame && Date.parse(date) > Date.parse(before)) return answer;
  const kept = isSame ? before : new Date(Date.parse(before) + SECOND_MS).toUTCString();
  return { ...answer, headers: { ...answer.headers, [LAST_MODIFIED]: kept } };
}

/** A reader's conditions, by the answer that it has. */
export interface Condition {
  ifNoneMatch: string | null | undefined;
  ifModifiedSince: string | null | undefined;
}

/** RFC 9110 13.2.2: the date counts only for a reader without an ETag. */
export function isUnchanged({ ifNoneMatch, ifModifiedSince }: Condition, { etag, headers }: PreparedResponse): boolean {
  if (ifNoneMatch) return matchesEtag(ifNoneMatch, etag);
  const date = headers[LAST_MODIFIED];
  return Boolean(ifModifiedSince) && date !== undefined && Date.parse(date) <= Date.parse(String(ifModifiedSince));
}

/** Weak comparison of If-None-Match, as RFC 9110 13.1.2 wants it for GET. */
function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === opaque);
}
