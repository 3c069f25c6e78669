import { expect, test } from "vitest";
import { burnRate } from "@/lib/domain/money/burn-rate";

const TODAY = "2026-11-23";
const days = (...credits: number[]) =>
  credits.map((spent, index) => ({ date: `2026-11-${String(24 - credits.length + index)}`, credits: spent }));

test("counts whole days from the first with a charge to yesterday, those without one too", () => {
  expect(burnRate(100, days(0, 0, 10, 0, 5, 9, 50), TODAY)).toEqual({
    credits: 24,
    from: "2026-11-19",
    to: "2026-11-22",
    days: 4,
    perDay: 6,
    daysLeft: 16,
  });
});

test("is unknown with fewer than three days of use, today not counted", () => {
  expect(burnRate(100, days(), TODAY)).toBeNull();
  expect(burnRate(100, days(0, 0, 0), TODAY)).toBeNull();
  expect(burnRate(100, days(5, 5, 5), TODAY)).toBeNull();
  expect(burnRate(100, days(5, 5, 5, 0), TODAY)?.daysLeft).toBe(20);
});

test("an empty balance lasts no day", () => expect(burnRate(0, days(1, 1, 1, 0), TODAY)?.daysLeft).toBe(0));
