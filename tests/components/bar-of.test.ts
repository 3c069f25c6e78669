import { expect, test } from "vitest";
import { barOf, intervalBar, logShare } from "@/components/ui/bar-of";

test("golden: a bar's place is a share with two decimals, and nothing has none", () => {
  expect(barOf(0.416)).toEqual({ "--at": "0.42" });
  expect(barOf(null)).toBeUndefined();
  expect(logShare(0.01, 0.001, 0.1)).toBeCloseTo(0.5);
  expect([logShare(5, 0.001, 0.1), logShare(0.0001, 0.001, 0.1), logShare(3, 3, 3)]).toEqual([1, 0, 1]);
  expect([logShare(0, 0.001, 1), logShare(null, 0.001, 1)]).toEqual([null, null]);
});

test("golden: a bar of an interval has its ends and its mark between the ends of the column", () => {
  expect(intervalBar(150, { low: 140, high: 155 }, { low: 120, high: 170 })).toEqual({ "--at": "0.60", "--low": "0.40", "--high": "0.70" });
  expect(intervalBar(100, { low: 90, high: 125 }, { low: 120, high: 170 })).toEqual({ "--at": "0.00", "--low": "0.00", "--high": "0.10" });
});
