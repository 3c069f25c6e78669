import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marksOfWeekRange, marksSince, shareOfWeek, startOfWeek, weekMarks, weekOf } from "@/lib/domain/news/search/week-blocks";

const weeks = fc.integer({ min: 2000, max: 4000 });

describe("blocks of weeks", () => {
  test("a span's marks match an article exactly once if its week is in the span, else never", () => {
    fc.assert(
      fc.property(weeks, fc.nat({ max: 300 }), weeks, (from, length, week) => {
        const marks = marksOfWeekRange(from, from + length);
        expect(weekMarks(week).filter((mark) => marks.includes(mark))).toHaveLength(week >= from && week <= from + length ? 1 : 0);
      }),
    );
  });

  test("a span up to the last week needs at most twelve marks per 64 weeks", () => {
    fc.assert(
      fc.property(weeks, fc.nat({ max: 160 }), (from, length) => {
        const marks = marksSince(from, from + length);
        expect(marks.length).toBeLessThanOrEqual(12);
        for (const week of [from, from + length]) expect(weekMarks(week).some((mark) => marks.includes(mark))).toBe(true);
        expect(weekMarks(from - 1).some((mark) => marks.includes(mark))).toBe(false);
      }),
    );
  });

  test("a week counts by its share between two times", () => {
    const day = (date: string) => new Date(`${date}T00:00:00Z`);
    expect(
      [
        shareOfWeek(2968, null, null),
        shareOfWeek(2968, day("2026-11-20"), null),
        shareOfWeek(2968, null, day("2026-11-20")),
        shareOfWeek(2968, day("2026-11-26"), null),
        shareOfWeek(2968, null, day("2026-11-19")),
      ].map((share) => Math.round(share * 7)),
    ).toEqual([7, 6, 1, 0, 0]);
    expect(startOfWeek(2968)).toEqual(day("2026-11-19"));
  });

  test("a week begins on Thursday at midnight UTC", () =>
    expect(["2026-11-18T23:59:59.999Z", "2026-11-19T00:00:00Z", "2026-11-25T23:59:59Z"].map((at) => weekOf(new Date(at)))).toEqual([
      2967, 2968, 2968,
    ]));
});
