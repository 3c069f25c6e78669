import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { summariseScores } from "@/lib/domain/history/benchmark-series";
import { addDays } from "@/lib/domain/basics/date-range";
import { spanChanges, spansByDay, type OpenSpan } from "@/lib/domain/history/history-spans";
import { pricePoint, summarisePrices } from "@/lib/domain/history/price-series";
import { roundTo } from "@/lib/domain/basics/arithmetic";

describe("a price series", () => {
  test("golden: 54 to 36 is (36 − 54) / 54 × 100 = −33.3333; two changes in four points of 27 days", () => {
    const points = [
      pricePoint("2026-04-01", 18, 90),
      pricePoint("2026-04-02", 18, 90),
      pricePoint("2026-04-10", 15, 75),
      pricePoint("2026-04-27", 12, 60),
    ];
    expect(summarisePrices(points, 27)).toEqual({
      first: { date: "2026-04-01", input: 18, output: 90, blended: 54 },
      latest: { date: "2026-04-27", input: 12, output: 60, blended: 36 },
      min_blended: 36,
      max_blended: 54,
      delta_pct_blended: -33.3333,
      changes_detected: 2,
      days_with_data: 4,
      days_missing: 23,
    });
  });

  test("counts a change that leaves the blended price unchanged", () => {
    expect(summarisePrices([pricePoint("2026-04-01", 1, 3), pricePoint("2026-04-02", 2, 2)], 2)).toMatchObject({
      changes_detected: 1,
      delta_pct_blended: 0,
    });
  });

  test("gives no percent from a price of 0", () => {
    expect(summarisePrices([pricePoint("2026-04-01", 0, 0), pricePoint("2026-04-02", 1, 1)], 2)).toMatchObject({
      delta_pct_blended: null,
      changes_detected: 1,
    });
  });

  test("is null or 0 throughout without points", () => {
    expect(summarisePrices([], 7)).toEqual({
      first: null,
      latest: null,
      min_blended: null,
      max_blended: null,
      delta_pct_blended: null,
      changes_detected: 0,
      days_with_data: 0,
      days_missing: 7,
    });
  });

  test("blended carries no float noise: (0.1 + 0.2) / 2 = 0.15", () => {
    expect(pricePoint("2026-04-01", 0.1, 0.2).blended).toBe(0.15);
  });
});

describe("a score series", () => {
  test("golden: 70 to 73.4 is 3.4 points", () => {
    expect(
      summariseScores(
        [
          { date: "2026-04-01", score: 70 },
          { date: "2026-04-27", score: 73.4 },
        ],
        27,
      ),
    ).toEqual({
      first: { date: "2026-04-01", score: 70 },
      latest: { date: "2026-04-27", score: 73.4 },
      min_score: 70,
      max_score: 73.4,
      delta_pp: 3.4,
      days_with_data: 2,
      days_missing: 25,
    });
  });

  test("is null throughout without points", () => {
    expect(summariseScores([], 7)).toMatchObject({ first: null, delta_pp: null, days_missing: 7 });
  });
});

describe("rounding", () => {
  test.each([
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [92.59259, 4, 92.5926],
    [-0.00001, 4, 0],
    [0.125, 2, 0.13],
  ])("%d to %d decimals is %d", (value, decimals, expected) => {
    expect(roundTo(value, decimals)).toBe(expected);
  });
});

describe("spans of values from day to day", () => {
  const open = (key: string, hash: string, firstDate: string): OpenSpan => ({ key, hash, firstDate });
  const row = (key: string, hash: string) => ({ key, hash });

  test("keeps unchanged spans, ends changed ones with the last captured day, opens new ones", () => {
    const spans = [open("same", "1", "2026-05-01"), open("changed", "1", "2026-05-01"), open("gone", "1", "2026-05-01")];
    const changes = spanChanges(spans, [row("same", "1"), row("changed", "2"), row("new", "1")], "2026-05-09");
    expect(changes).toEqual({ ended: [spans[1], spans[2]], dropped: [], begun: [row("changed", "2"), row("new", "1")] });
  });

  test("drops spans of an unfinished run instead of ending them", () => {
    const left = open("a", "1", "2026-05-10");
    expect(spanChanges([left], [row("a", "2")], "2026-05-09")).toEqual({ ended: [], dropped: [left], begun: [row("a", "2")] });
    expect(spanChanges([left], [row("a", "2")], null).dropped).toEqual([left]);
  });

  test("a day that was not captured has no value, even between two equal ones", () => {
    const spans = [
      { firstDate: "2026-05-01", lastDate: "2026-05-02", price: 1 },
      { firstDate: "2026-05-04", lastDate: null, price: 2 },
    ];
    expect(spansByDay(spans, ["2026-05-01", "2026-05-02", "2026-05-05"]).map(({ date, value }) => [date, value.price])).toEqual([
      ["2026-05-01", 1],
      ["2026-05-02", 1],
      ["2026-05-05", 2],
    ]);
  });

  test("every captured day reads back as captured, whichever runs died halfway", () => {
    const state = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2", "3"), { maxKeys: 3 });
    const run = fc.record({ state, diesAfter: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 3 }) });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
        let stored: (OpenSpan & { lastDate: string | null })[] = [];
        const captured = new Map<string, Record<string, string>>();
        runs.forEach(({ state: today, diesAfter }, position) => {
          const date = addDays("2026-05-01", position);
          const previous = [...captured.keys()].at(-1) ?? null;
          const { dropped, ended, begun } = spanChanges(
            stored.filter((span) => span.lastDate === null),
            Object.entries(today).map(([key, hash]) => row(key, hash)),
            previous,
          );
          const steps = [
            ...dropped.map(
              (span) => () => void (stored = stored.filter((one) => one.key !== span.key || one.firstDate !== span.firstDate)),
            ),
            ...ended.map(
              (span) => () =>
                void (stored = stored.map((one) => (one.key === span.key && one.lastDate === null ? { ...one, lastDate: previous } : one))),
            ),
            ...begun.map((one) => () => void stored.push({ ...one, firstDate: date, lastDate: null })),
          ];
          for (const step of steps.slice(0, diesAfter ?? steps.length)) step();
          if (diesAfter === null) captured.set(date, today);
        });
        for (const [date, today] of captured) {
          const read = ["a", "b", "c"].flatMap((key) =>
            spansByDay(
              stored.filter((span) => span.key === key),
              [date],
            ).map(({ value }) => [key, value.hash]),
          );
          expect(Object.fromEntries(read)).toEqual({ ...today });
        }
      }),
    );
  });
});
