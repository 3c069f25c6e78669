import { expect, test } from "vitest";
import { heatStep } from "@/lib/domain/pages/heat-step";

test("a range is parted in five equal steps; the unknown has none", () => {
  expect([0, 19, 20, 50, 79, 80, 100].map((value) => heatStep(value, 0, 100))).toEqual([1, 1, 2, 3, 4, 5, 5]);
  expect(heatStep(null, 0, 100)).toBeNull();
  expect(heatStep(40, 40, 40)).toBe(5);
});
