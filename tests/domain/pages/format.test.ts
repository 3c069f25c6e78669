import { expect, test } from "vitest";
import { formatBytes, formatDaysLeft, formatMinutes, formatNear, formatSeconds } from "@/lib/domain/pages/format";

test("a duration has its two largest units", () => {
  expect([0, 1, 59, 60, 92, 120, 1441, 1440 + 240, 4320].map(formatMinutes)).toEqual([
    "less than 1 min",
    "1 min",
    "59 min",
    "1 h",
    "1 h 32 min",
    "2 h",
    "1 d",
    "1 d 4 h",
    "3 d",
  ]);
});

test("a duration in seconds goes on in minutes and hours", () => {
  expect([0, 38, 60, 5520].map(formatSeconds)).toEqual(["0 s", "38 s", "1 min", "1 h 32 min"]);
});

test("a day is told by its distance from this one", () => {
  expect([0, 1, 12, -1, -40].map(formatDaysLeft)).toEqual(["today", "tomorrow", "in 12 days", "yesterday", "40 days ago"]);
});

test("a time nearby is told by its distance before or after now, a far one by its day", () => {
  const now = new Date("2026-11-28T12:00:00Z");
  expect(formatNear("2026-11-28T11:59:30Z", now)).toBe("just now");
  expect(formatNear("2026-11-28T11:28:00Z", now)).toBe("32 min ago");
  expect(formatNear("2026-11-28T10:00:00Z", now)).toBe("2 h ago");
  expect(formatNear("2026-11-24T12:00:00Z", now)).toBe("4 days ago");
  expect(formatNear("2026-11-14T12:00:00Z", now)).toBe("14 Nov 2026");
  expect(formatNear("2026-11-28T12:05:00Z", now)).toBe("in 5 min");
  expect(formatNear("2026-11-28T12:00:20Z", now)).toBe("within a minute");
  expect(formatNear("2026-12-10T12:00:00Z", now)).toBe("in 12 days");
  expect(formatNear("2026-12-12T12:00:00Z", now)).toBe("12 Dec 2026");
  expect(["2026-11-28", "2026-11-27", "2026-11-23", "2026-11-01"].map((day) => formatNear(day, now))).toEqual([
    "today",
    "yesterday",
    "5 days ago",
    "1 Nov 2026",
  ]);
});

test("golden: a download says how long it is", () => {
  expect([282, 4200, 1_340_000].map(formatBytes)).toEqual(["282 B", "4.2 kB", "1.3 MB"]);
});
