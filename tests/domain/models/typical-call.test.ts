import { expect, it } from "vitest";
import { typicalCost } from "@/lib/domain/models/typical-call";
import { formatCallCost } from "@/lib/domain/pages/format";

it("a typical call is a thousand tokens in and three hundred out", () => {
  expect(typicalCost(1.25, 10)).toBeCloseTo(0.00425, 12);
  expect(typicalCost(0, 0)).toBe(0);
  expect(typicalCost(null, 10)).toBeNull();
  expect(typicalCost(1, null)).toBeNull();
});

it("is written with two digits that say something, however small it is", () => {
  expect(formatCallCost(0.00425)).toBe("$0.0043");
  expect(formatCallCost(0.0375)).toBe("$0.038");
  expect(formatCallCost(0.000043)).toBe("$0.000043");
  expect(formatCallCost(1.234)).toBe("$1.20");
  expect(formatCallCost(0)).toBe("$0.00");
});
