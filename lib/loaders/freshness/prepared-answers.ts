import type { DatasetName } from "@/lib/datasets";

/** The finished answer to one free call: bytes for every encoding, built once per data version. */
export interface PreparedAnswer {
  identity: Uint8Array;
  gzip: Uint8Array | null;
  br: Uint8Array | null;
  etag: string;
  headers: Readonly<Record<string, string>>;
  expiresAt: number;
  versions: Readonly<Partial<Record<DatasetName, number>>>;
}

/** Receives every change of the store: the front's thread holds a copy. */
export interface PreparedMirror {
  answer(key: string, answer: PreparedAnswer): void;
  target(target: string, key: string): void;
  versions(versions: Map<string, number>, readAt: number): void;
}

/** Shared by our node server and the Next bundle. */
export interface PreparedStore {
  answers: Map<string, PreparedAnswer>;
  /** Raw request targets (`/api/news?limit=50&x=1`) to keys of `answers`. */
  targets: Map<string, string>;
  /** Dataset versions as last read; a prepared answer of another version is not served. */
  versions: Map<string, number>;
  versionsReadAt: number;
  byteCount: number;
  mirror: PreparedMirror | null;
}

/** Every answer is rebuilt after this long, even if its data is the same. */
export const LONGEST_PREPARED_MS = 600_000;

const MAX_ANSWERS = 256;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_TARGETS = 2048;
const MAX_TARGET_LENGTH = 512;

const STORE = Symbol.for("prepared-answers");
const shared = globalThis as { [STORE]?: PreparedStore };

export function preparedStore(): PreparedStore {
  shared[STORE] ??= { answers: new Map(), targets: new Map(), versions: new Map(), versionsReadAt: 0, byteCount: 0, mirror: null };
  return shared[STORE];
}

const sizeOf = (answer: PreparedAnswer): number =>
  answer.identity.byteLength + (answer.gzip?.byteLength ?? 0) + (answer.br?.byteLength ?? 0);

function drop(store: PreparedStore, key: string): void {
  const answer = store.answers.get(key);
  if (!answer) return;
  store.answers.delete(key);
  store.byteCount -= sizeOf(answer);
}

const lastKeys = new WeakMap<Map<string, unknown>, string>();

function putLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  lastKeys.set(map, key);
}

/** LRU order: the first key of the Map is the least recently used one. */
function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (lastKeys.get(map) !== key) putLast(map, key, value);
}

/** LRU of at most 256 answers and 64 MB. */
export function keepPreparedAnswer(key: string, answer: PreparedAnswer): void {
  const store = preparedStore();
  drop(store, key);
  if (sizeOf(answer) > MAX_BYTES / 4) return;
  putLast(store.answers, key, answer);
  store.byteCount += sizeOf(answer);
  for (const oldest of store.answers.keys()) {
    if (store.answers.size <= MAX_ANSWERS && store.byteCount <= MAX_BYTES) break;
    drop(store, oldest);
  }
  store.mirror?.answer(key, answer);
}

/** Ignored when another answer has taken the key since. */
export function addEncodings(key: string, answer: PreparedAnswer, encodings: { gzip: Uint8Array; br: Uint8Array }): void {
  const store = preparedStore();
  if (store.answers.get(key) !== answer) return;
  keepPreparedAnswer(key, { ...answer, ...encodings });
}

export function keepTarget(target: string, key: string): void {
  if (target.length > MAX_TARGET_LENGTH) return;
  const { targets, answers, mirror } = preparedStore();
  if (targets.size >= MAX_TARGETS && !targets.has(target)) {
    const [oldest] = targets.keys();
    if (oldest !== undefined) targets.delete(oldest);
  }
  putLast(targets, target, key);
  const answer = answers.get(key);
  mirror?.target(target, key);
  if (answer) mirror?.answer(key, answer);
}

function isCurrent(answer: PreparedAnswer, store: PreparedStore, nowMs: number): boolean {
  // An expiry too far ahead was set while the clock was ahead.
  if (answer.expiresAt <= nowMs || answer.expiresAt - nowMs > 2 * LONGEST_PREPARED_MS) return false;
  for (const dataset in answer.versions) {
    if (store.versions.get(dataset) !== answer.versions[dataset as DatasetName]) return false;
  }
  return true;
}

/** Null unless the answer has the current data versions. Synchronous, for the hot path. */
export function findPreparedAnswer(key: string, nowMs: number): PreparedAnswer | null {
  const store = preparedStore();
  const answer = store.answers.get(key);
  if (!answer || !isCurrent(answer, store, nowMs)) return null;
  moveToEnd(store.answers, key, answer);
  return answer;
}

export function findPreparedAnswerByTarget(target: string, nowMs: number): PreparedAnswer | null {
  const { targets, mirror } = preparedStore();
  const key = targets.get(target);
  if (key === undefined) return null;
  moveToEnd(targets, target, key);
  const answer = findPreparedAnswer(key, nowMs);
  if (answer && mirror) keepTarget(target, key);
  return answer;
}

const READ_VERSIONS_EVERY_MS = 1000;

/** The absolute difference, since the clock may have been set back. */
export const areVersionsFresh = (): boolean => Math.abs(Date.now() - preparedStore().versionsReadAt) < READ_VERSIONS_EVERY_MS;

/** Weak comparison of If-None-Match, as RFC 9110 13.1.2 wants it for GET. */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === opaque);
}
