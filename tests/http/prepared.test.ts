import { beforeEach, describe, expect, test } from "vitest";
import {
  findPreparedAnswer,
  findPreparedAnswerByTarget,
  cachePrepared,
  cacheTarget,
  isUnchanged,
  preparedStore,
  withCachedDate,
  type PreparedResponse,
} from "@/lib/loaders/freshness/prepared-answers";

const answerOf = (bytes: number): PreparedResponse => ({
  identity: new Uint8Array(bytes),
  gzip: null,
  br: null,
  etag: '"x"',
  headers: {},
  expiresAt: 600_000,
  versions: {},
});

beforeEach(() => {
  const store = preparedStore();
  store.answers.clear();
  store.targets.clear();
});

describe("the store of prepared answers", () => {
  test("forgets what a flood of other calls left, and keeps an answer in use (LRU)", () => {
    cachePrepared("usual", answerOf(10));
    cacheTarget("/api/usual", "usual");
    for (let odd = 0; odd < 5000; odd++) {
      cachePrepared(`odd-${odd}`, answerOf(10));
      cacheTarget(`/api/odd?${odd}`, `odd-${odd}`);
      expect(findPreparedAnswerByTarget("/api/usual", 0)).not.toBeNull();
    }
    expect(preparedStore().answers.size).toBeLessThan(5000);
    expect(preparedStore().targets.size).toBeLessThan(5000);
    expect(findPreparedAnswer("odd-0", 0)).toBeNull();
  });

  test("keeps no answer so large that it would evict the rest", () => {
    for (let large = 0; large < 10; large++) cachePrepared(`large-${large}`, answerOf(7_000_000));
    expect(findPreparedAnswer("large-0", 0)).toBeNull();
    expect(findPreparedAnswer("large-9", 0)).not.toBeNull();
    cachePrepared("huge", answerOf(9_000_000));
    expect(findPreparedAnswer("huge", 0)).toBeNull();
  });

  test("keeps no target over the length limit", () => {
    cacheTarget(`/api/usual?${"x".repeat(600)}`, "usual");
    expect(preparedStore().targets.size).toBe(0);
  });
});

test.each([
  ['W/"a"', true],
  ['"a"', true],
  [' W/"b" , "a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  ["", false],
  [undefined, false],
])('If-None-Match: %s matches W/"a": %s', (value, isMatch) => {
  expect(isUnchanged({ ifNoneMatch: value, ifModifiedSince: undefined }, { ...answerOf(1), etag: 'W/"a"' })).toBe(isMatch);
});

describe("If-Modified-Since", () => {
  const DATE = "Fri, 15 May 2026 12:00:00 GMT";
  const LATER = "Fri, 15 May 2026 12:00:01 GMT";
  const dated = (etag: string, date = DATE): PreparedResponse => ({ ...answerOf(1), etag, headers: { "Last-Modified": date } });

  test.each([
    [DATE, undefined, true],
    [LATER, undefined, true],
    ["Fri, 15 May 2026 11:59:59 GMT", undefined, false],
    ["no date", undefined, false],
    ["", undefined, false],
    [DATE, 'W/"other"', false],
    ["Fri, 15 May 2026 11:59:59 GMT", 'W/"a"', true],
  ])("%j with If-None-Match %j is unchanged: %s", (ifModifiedSince, ifNoneMatch, isSame) => {
    expect(isUnchanged({ ifNoneMatch, ifModifiedSince }, dated('W/"a"'))).toBe(isSame);
  });

  test("says nothing where no date is sent", () => {
    expect(isUnchanged({ ifNoneMatch: null, ifModifiedSince: DATE }, answerOf(1))).toBe(false);
  });

  test("the date stays while the bytes do, and no two answers of other bytes have the same", () => {
    const dateOf = (answer: PreparedResponse) => answer.headers["Last-Modified"];
    expect(dateOf(withCachedDate(dated('"a"', LATER), dated('"a"')))).toBe(DATE);
    expect(dateOf(withCachedDate(dated('"b"', LATER), dated('"a"')))).toBe(LATER);
    expect(dateOf(withCachedDate(dated('"b"'), dated('"a"')))).toBe(LATER);
    expect(dateOf(withCachedDate(dated('"b"'), undefined))).toBe(DATE);
  });
});
