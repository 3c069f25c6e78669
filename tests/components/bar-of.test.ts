import { expect, test } from "vitest";
import { barOf, logShare } from "@/components/ui/bar-of";

test("golden: a bar's place is a share with two decimals, and nothing has none", () => {
  expect(barOf(0.416)).toEqual({ "--at": "0.42" });
  expect(barOf(null)).toBeUndefined();
  expect(logShare(0.01, 0.001, 0.1)).toBeCloseTo(0.5);
  expect([logShare(5, 0.001, 0.1), logShare(0.0001, 0.001, 0.1), logShare(3, 3, 3)]).toEqual([1, 0, 1]);
  expect([logShare(0, 0.001, 1), logShare(null, 0.001, 1)]).toEqual([null, null]);
});
