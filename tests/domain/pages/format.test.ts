import { expect, test } from "vitest";
import { formatBytes, formatDistance, formatMinutes, formatNear } from "@/lib/domain/pages/format";

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

test("a time nearby is told by its distance, a far one by its day, one to come by its moment", () => {
  const now = new Date("2026-11-28T12:00:00Z");
  expect(formatNear("2026-11-28T11:59:30Z", now)).toBe("just now");
  expect(formatNear("2026-11-28T11:28:00Z", now)).toBe("32 min ago");
  expect(formatNear("2026-11-28T10:00:00Z", now)).toBe("2 h ago");
  expect(formatNear("2026-11-24T12:00:00Z", now)).toBe("4 d ago");
  expect(formatNear("2026-11-14T12:00:00Z", now)).toBe("14 Nov 2026");
  expect(formatNear("2026-11-28T12:05:00Z", now)).toBe("28 Nov 2026, 12:05 UTC");
});

test("golden: a day says how far it is, and a download how long", () => {
  const from = (day: string) => formatDistance(day, "2026-11-28");
  expect(["2026-11-28", "2026-11-29", "2026-11-27", "2026-12-11", "2026-10-19"].map(from)).toEqual([
    "today",
    "tomorrow",
    "yesterday",
    "in 13 days",
    "40 days ago",
  ]);
  expect([282, 4200, 1_340_000].map(formatBytes)).toEqual(["282 B", "4.2 kB", "1.3 MB"]);
});
