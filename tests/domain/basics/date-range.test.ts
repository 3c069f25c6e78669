import { expect, test } from "vitest";
import { dateRange } from "@/lib/domain/basics/date-range";

const RULES = { today: "2026-03-10", defaultDays: 30, maxDays: 90 };

test("defaults to the thirty days before today, and today", () => {
  expect(dateRange({}, RULES)).toEqual({ from: "2026-02-08", to: "2026-03-10", days: 31 });
});

test("counts both ends: allows ninety days, refuses ninety-one", () => {
  expect(dateRange({ from: "2025-12-11" }, RULES)).toMatchObject({ days: 90 });
  expect(dateRange({ from: "2025-12-10" }, RULES)).toBe("range_too_large");
});

test("an end in the past gets a default beginning before it", () => {
  expect(dateRange({ to: "2026-01-01" }, RULES)).toEqual({ from: "2025-12-02", to: "2026-01-01", days: 31 });
});

test("refuses a beginning after the end, and an end after today", () => {
  expect(dateRange({ from: "2026-03-02", to: "2026-03-01" }, RULES)).toBe("from_after_to");
  expect(dateRange({ to: "2026-03-11" }, RULES)).toBe("to_in_future");
  expect(dateRange({ from: "2026-03-11" }, RULES)).toBe("from_after_to");
});
