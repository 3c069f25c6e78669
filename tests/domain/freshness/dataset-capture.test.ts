import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerCapture, captureOf } from "@/lib/domain/freshness/dataset-capture";

const now = new Date("2026-05-15T12:00:00Z");
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const DAY = 86_400;

describe("an answer made from several datasets", () => {
  const status = { capturedAt: ago(60), slaSeconds: 600 };
  const models = { capturedAt: ago(5 * 3600), slaSeconds: DAY };
  const scores = { capturedAt: ago(80 * DAY), slaSeconds: 14 * DAY };

  test("has the strictest promise, and the age of the dataset that made it", () => {
    expect(answerCapture([models, status], now)).toEqual({ ...status, promiseSeconds: 600, staleAt: ago(60 - 600).getTime() });
  });

  test("names the promise that was broken where a dataset is stale, and keeps its own", () => {
    expect(answerCapture([models, scores, status], now)).toMatchObject({ ...scores, promiseSeconds: 600 });
  });

  test("is prepared anew when the first of its datasets turns stale", () => {
    const late = { capturedAt: ago(DAY - 30), slaSeconds: DAY };
    expect(answerCapture([late, status], now)).toEqual({ ...status, promiseSeconds: 600, staleAt: now.getTime() + 30_000 });
  });

  test("has an unknown age where that of one dataset is unknown", () => {
    expect(answerCapture([status, { capturedAt: null, slaSeconds: DAY }], now)).toMatchObject({
      capturedAt: null,
      slaSeconds: DAY,
      promiseSeconds: 600,
    });
  });

  test("is never stale where no dataset has a promise, and as old as the oldest", () => {
    const catalog = { capturedAt: ago(90 * DAY), slaSeconds: null };
    expect(answerCapture([{ capturedAt: now, slaSeconds: null }, catalog], now)).toEqual({
      ...catalog,
      promiseSeconds: null,
      staleAt: Infinity,
    });
    expect(answerCapture([], now)).toEqual({ capturedAt: null, slaSeconds: null, promiseSeconds: null, staleAt: Infinity });
  });

  test("has a promise that never changes, and is stale exactly when any of its datasets is", () => {
    const capture = fc.record({
      age: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null }),
      slaSeconds: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(capture, { minLength: 1, maxLength: 4 }), (datasets) => {
        const captures = datasets.map(({ age, slaSeconds }) => ({ capturedAt: age === null ? null : ago(age), slaSeconds }));
        const { capturedAt, slaSeconds, promiseSeconds } = answerCapture(captures, now);
        expect(promiseSeconds).toBe(Math.min(...datasets.map((dataset) => dataset.slaSeconds)));
        const isStale = datasets.some(({ age, slaSeconds: sla }) => age === null || age > sla);
        const isOlderThan = (seconds: number | null): boolean =>
          capturedAt === null || (now.getTime() - capturedAt.getTime()) / 1000 > (seconds ?? Infinity);
        expect([isOlderThan(promiseSeconds), isOlderThan(slaSeconds)]).toEqual([isStale, isStale]);
      }),
    );
  });
});

describe("a dataset's capture time", () => {
  const source = (id: string, firstAttemptAt: Date, lastAttemptAt: Date, lastReadAt: Date | null) => ({
    id,
    firstAttemptAt,
    lastAttemptAt,
    lastReadAt,
  });
  const shipped = source("models/catalog", ago(5 * DAY), ago(5 * DAY), ago(5 * DAY));

  test("is that of what the release brought until a source was read, and of the sources from then on", () => {
    const failing = source("models/a", ago(60), ago(60), null);
    expect(captureOf([shipped], now)).toEqual(shipped.lastReadAt);
    expect(captureOf([shipped, failing], now)).toEqual(shipped.lastReadAt);
    expect(captureOf([shipped, { ...failing, lastReadAt: ago(60) }], now)).toEqual(ago(60));
    expect(captureOf([], now)).toBeNull();
  });

  test("does not change by the passing of time alone: a source that never answered leaves with an attempt", () => {
    const read = source("news/a", ago(2 * DAY), ago(60), ago(60));
    const silent = source("news/b", ago(DAY - 30), ago(60), null);
    expect(captureOf([read, silent], now)).toBeNull();
    expect(captureOf([read, silent], ago(-3600))).toBeNull();
    expect(
      captureOf(
        [
          { ...read, lastAttemptAt: ago(-60) },
          { ...silent, lastAttemptAt: ago(-60) },
        ],
        ago(-60),
      ),
    ).toEqual(ago(60));
  });
});
