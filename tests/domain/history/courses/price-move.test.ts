import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moveOf, moveWindow, turnsOf } from "@/lib/domain/history/courses/price-move";
import { aCourse, aWindow, type Priced } from "../../../support/history/courses";

const MONTH = aWindow({ to: 130, first: 1, length: 30 });
const moveIn = (...prices: [Priced, ...Priced[]]) => moveOf(aCourse(prices), MONTH);

describe("the window", () => {
  test("begins on the captured day so long ago, or on the last one before where that day was missed", () => {
    expect(moveWindow([1, 2, 3, 9, 10], 3)).toMatchObject({ from: 3, to: 10, isWhole: true });
    expect(moveWindow([1, 2, 7, 9, 10], 3)).toMatchObject({ from: 7, to: 10, isWhole: true });
  });

  test("is not whole where captures do not reach back so far, and there is none without a capture", () => {
    expect(moveWindow([5, 6], 30)).toMatchObject({ from: 5, to: 6, isWhole: false });
    expect(moveWindow([], 30)).toBeNull();
  });
});

describe("the move of a listing", () => {
  test("golden: 3/15 to 1.5/7.5 on day 121 of 100..130 is -ln 2, over 21 days at one price and 10 at half of it", () => {
    const move = moveIn([1, 3, 15], [121, 1.5, 7.5]);
    expect(move).toMatchObject({
      from: { input: 3, output: 15 },
      to: { input: 1.5, output: 7.5 },
      changes: 1,
      comparedFrom: 100,
      comparedDays: 31,
    });
    expect(move).toMatchObject({ changedOn: 121, before: { input: 3, output: 15 }, shortBecause: null });
    expect(move?.logChange).toBeCloseTo(-0.693147, 6);
    // Two values that are ln 2 apart, 21 and 10 times: ln 2 * sqrt(21 * 10) / 31.
    expect(move?.volatility).toBeCloseTo((Math.LN2 * Math.sqrt(210)) / 31, 9);
  });

  test("golden: 2/2, 4/4, 2/2 for weeks each is two changes and no net change", () => {
    expect(moveIn([1, 2, 2], [105, 4, 4], [120, 2, 2])).toMatchObject({ changes: 2, logChange: 0 });
  });

  test("there is none where the price stood, moved before the window, or is unknown or zero now", () => {
    const moves = [
      moveIn([1, 3, 15]),
      moveIn([1, 4, 15], [90, 3, 15]),
      moveIn([1, 3, 15], [120, null, null]),
      moveIn([1, 3, 15], [120, 0, 0]),
    ];
    expect(moves).toEqual([null, null, null, null]);
  });

  test("a listing that is newer than the window is compared from its first day, and says so", () => {
    expect(moveIn([110, 2, 4], [120, 1, 2])).toMatchObject({ comparedFrom: 110, comparedDays: 21, shortBecause: "listed_later" });
  });

  test("a price that was unknown or zero before is compared from where it is known, and gives no percentage from nothing", () => {
    const later = (first: Priced) => moveIn(first, [110, 2, 4], [120, 1, 2]);
    expect(later([1, null, null])).toMatchObject({ from: { input: 2, output: 4 }, changes: 1, shortBecause: "priced_later" });
    expect(later([1, 0, 0])).toMatchObject({ from: { input: 2, output: 4 }, changes: 1, shortBecause: "free_before" });
  });

  test("a zero of one field is a price like others", () => {
    expect(moveIn([1, 0.2, 0], [120, 0.1, 0])?.logChange).toBeCloseTo(-Math.LN2, 9);
  });

  test("a figure of another list, or one tenfold off, is corrected and not changed", () => {
    const otherList: Priced = [110, 2, 4, "litellm"];
    expect(moveIn([1, 3, 15], otherList)).toBeNull();
    expect(moveIn([1, 3, 15], otherList, [120, 1, 2, "litellm"])).toMatchObject({
      from: { input: 2, output: 4 },
      shortBecause: "corrected",
      comparedFrom: 110,
    });
    expect(moveIn([1, 0.3, 1.5], [110, 3, 15])).toBeNull();
  });

  test("a list that takes over at the same price and changes it later tells of a change", () => {
    expect(moveIn([1, 3, 15], [110, 3, 15, "litellm"], [120, 2, 10, "litellm"])).toMatchObject({ changes: 1, shortBecause: null });
  });

  test("a price that is taken back within two days was misread; one that stands longer was charged", () => {
    expect(moveIn([1, 3, 15], [110, 2, 4], [112, 3, 15])).toBeNull();
    expect(moveIn([1, 3, 15], [110, 2, 4], [112, 3, 15], [120, 1, 5])).toMatchObject({ changes: 1, comparedDays: 31 });
    expect(moveIn([1, 3, 15], [110, 2, 4], [113, 3, 15])).toMatchObject({ changes: 2 });
  });

  test("a listing that was away when the window began is compared from its return", () => {
    const away = {
      ...aCourse([[1, 3, 15]]),
      steps: [
        { price: { input: 9, output: 9 }, source: "models.dev", firstDay: 1, lastDay: 50 },
        { price: { input: 3, output: 15 }, source: "models.dev", firstDay: 110, lastDay: 119 },
        { price: { input: 2, output: 10 }, source: "models.dev", firstDay: 120, lastDay: null },
      ],
    } as const;
    expect(moveOf(away, MONTH)).toMatchObject({ from: { input: 3, output: 15 }, comparedFrom: 110, shortBecause: "listed_later" });
  });
});

test("the turns of a window are what no percentage says, with the day on which each was first so", () => {
  const turns = turnsOf(
    aCourse([
      [1, null, null],
      [104, 0, 0],
      [108, 2, 4],
      [112, 2, 4.2, "litellm"],
      [116, 0, 0, "litellm"],
      [120, null, null, "litellm"],
    ]),
    MONTH,
  );
  expect(turns.map(({ turn, on }) => [turn, on])).toEqual([
    ["first_price", 104],
    ["no_longer_free", 108],
    ["correction", 112],
    ["became_free", 116],
    ["price_withdrawn", 120],
  ]);
});

const somePrice = fc.integer({ min: 2, max: 9 });
/** Prices that are never tenfold apart, on days of their own. */
const someCourse = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 43 }), { minLength: 1, maxLength: 8 }),
    fc.array(fc.tuple(somePrice, somePrice), { minLength: 8, maxLength: 8 }),
  )
  .map(([days, prices]) =>
    days.toSorted((a, b) => a - b).map((day, place): Priced => [day * 3, prices[place]?.[0] ?? 2, prices[place]?.[1] ?? 2]),
  );

test("property: the change equals that of the prices on both ends, and the deviation that of each day's price", () => {
  fc.assert(
    fc.property(someCourse, fc.integer({ min: 1, max: 129 }), (prices, length) => {
      const window = aWindow({ to: 130, first: 1, length });
      const course = aCourse(prices as [Priced, ...Priced[]]);
      const priceOn = (day: number) => prices.findLast(([from]) => from <= day);
      const blended = (day: number): number | null => {
        const found = priceOn(day);
        return found ? ((found[1] ?? 0) + (found[2] ?? 0)) / 2 : null;
      };
      const days = window.days.filter((day) => day >= window.from);
      const logs = days.flatMap((day) => (blended(day) === null ? [] : [Math.log(blended(day) as number)]));
      const pairs = days.flatMap((day) => (priceOn(day) ? [`${priceOn(day)?.[1]}/${priceOn(day)?.[2]}`] : []));
      const changes = pairs.filter((pair, place) => place > 0 && pairs[place - 1] !== pair).length;
      const move = moveOf(course, window);
      if (changes === 0) {
        expect(move).toBeNull();
        return;
      }
      const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
      expect(move?.changes).toBe(changes);
      expect(move?.comparedDays).toBe(logs.length);
      expect(move?.logChange).toBeCloseTo((logs.at(-1) as number) - (logs[0] as number), 9);
      expect(move?.volatility).toBeCloseTo(Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length), 9);
    }),
  );
});

test("property: a longer window never has fewer changes, nor begins later", () => {
  fc.assert(
    fc.property(someCourse, fc.integer({ min: 1, max: 100 }), fc.nat(29), (prices, length, more) => {
      const course = aCourse(prices as [Priced, ...Priced[]]);
      const [short, long] = [length, length + more].map((days) => moveOf(course, aWindow({ to: 130, first: 1, length: days })));
      expect(long?.changes ?? 0).toBeGreaterThanOrEqual(short?.changes ?? 0);
      if (short && long) expect(long.comparedFrom).toBeLessThanOrEqual(short.comparedFrom);
    }),
  );
});
