import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { stepTo } from "@/components/charts/chart-reader";
import { codedDays, dayText, sentenceOf, type UptimeDay } from "@/lib/domain/status/day-codes";
import { StripDrawing } from "@/components/charts/uptime/strip-drawing";
import { stripLayout } from "@/lib/domain/status/strip-shapes";
import { addDays } from "@/lib/domain/basics/date-range";

const daysOf = (...statuses: (string | null)[]): UptimeDay[] =>
  statuses.map((status, index) => ({ date: addDays("2026-02-27", index), status }));

const draw = (days: readonly UptimeDay[]) => renderToStaticMarkup(createElement(StripDrawing, { days: codedDays(days), available: 640 }));

describe("the days of an uptime strip", () => {
  const days = codedDays(daysOf("operational", null, "unknown", "down", "degraded", "on fire"));

  it("keep their dates and say what happened", () => {
    expect(dayText(days, 0)).toBe("27 Feb 2026: operational");
    expect(dayText(days, 2)).toBe("1 Mar 2026: the status page could not be read");
  });

  it("never turn into good ones: a day without data and an unexpected state are not operational", () => {
    expect(dayText(days, 1)).toContain("no data");
    expect(dayText(days, 5)).not.toContain("operational");
    expect(sentenceOf("Groq", days)).toBe("Groq, 6 days: 1 operational, 1 degraded, 1 down, 3 without data.");
  });
});

describe("the drawing", () => {
  it("has one path per state however many days there are", () => {
    const year = daysOf(...Array.from({ length: 366 }, (_, index) => (index % 3 === 0 ? "down" : "operational")));
    expect(draw(year).match(/<path/g)).toHaveLength(2);
  });

  it("draws a day without data as an outline, not as a bar", () => {
    expect(draw(daysOf(null))).toMatch(/class="none"/);
    expect(draw(daysOf(null))).not.toMatch(/class="operational"/);
  });

  it("wraps a year into rows that fit a phone", () => {
    const layout = stripLayout(366, 300);
    expect(layout.width).toBeLessThanOrEqual(300);
    expect(layout.bar).toBe(5);
    expect(layout.perRow * Math.round((layout.height + 8) / 44)).toBeGreaterThanOrEqual(366);
  });
});

describe("reading by keyboard", () => {
  it("moves by a day and by a week, and stays within the range", () => {
    expect(stepTo("ArrowLeft", 10, 30)).toBe(9);
    expect(stepTo("PageUp", 10, 30)).toBe(17);
    expect(stepTo("PageDown", 3, 30)).toBe(0);
    expect(stepTo("End", 3, 30)).toBe(29);
    expect(stepTo("Tab", 3, 30)).toBeNull();
  });
});
