import fc from "fast-check";
import { expect, test } from "vitest";
import { ablestInRow, bestInRow } from "@/lib/domain/models/best-in-row";

test("golden: the lowest or the highest is best, equals are a tie, and what is missing is neither", () => {
  expect(bestInRow([3, 1, 2], "lower")).toEqual([null, "best", null]);
  expect(bestInRow([3, 1, 2], "higher")).toEqual(["best", null, null]);
  expect(bestInRow([1, null, 1, 2], "lower")).toEqual(["tie", null, "tie", null]);
});

test("a value that stands alone is not compared with anything", () => {
  expect(bestInRow([null, 5, null], "higher")).toEqual([null, null, null]);
  expect(bestInRow([], "lower")).toEqual([]);
});

test("nothing is better than what is marked, and everything as good is marked alike", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 5 })), { maxLength: 6 }), (values) => {
      const marks = bestInRow(values, "lower");
      const marked = values.filter((_, index) => marks[index] !== null);
      expect(marks.filter((_, index) => values[index] === null).every((mark) => mark === null)).toBe(true);
      for (const value of marked) for (const other of values) if (other !== null) expect(value).toBeLessThanOrEqual(other);
      expect(new Set(marks.filter((mark) => mark !== null)).size).toBeLessThanOrEqual(1);
    }),
  );
});

const able = (ability: number, half: number) => ({ ability, low: ability - half, high: ability + half });

test("golden: models whose intervals meet are as able, and one alone is compared with nothing", () => {
  expect(ablestInRow([able(150, 2), able(160, 2), null])).toEqual([null, "best", null]);
  expect(ablestInRow([able(158, 3), able(160, 2), able(140, 1)])).toEqual(["tie", "tie", null]);
  expect(ablestInRow([able(150, 2), null])).toEqual([null, null]);
});
