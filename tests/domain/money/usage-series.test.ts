import { describe, expect, test } from "vitest";
import { usageDayText, usageSentence, usageSeries, type UsageDay } from "@/lib/domain/money/usage-series";

const counts = (credits: number, calls = credits, uncharged: number | null = 0) => ({ credits, calls, uncharged_calls: uncharged });

function dayOf(date: string, byEndpoint: Record<string, number>, uncharged: number | null = 0): UsageDay {
  const credits = Object.values(byEndpoint).reduce((sum, value) => sum + value, 0);
  const by_endpoint = Object.fromEntries(Object.entries(byEndpoint).map(([name, value]) => [`/api/premium/${name}`, counts(value)]));
  return { date, ...counts(credits, credits, uncharged), by_endpoint };
}

describe("usage by day as series", () => {
  test("puts the most expensive endpoint first and keeps a series for each of six", () => {
    const series = usageSeries([dayOf("2026-03-01", { a: 1, b: 9, c: 2, d: 3, e: 4, f: 5 })]);
    expect(series.totals.map(({ name }) => name)).toEqual(["b", "f", "e", "d", "c", "a"]);
    expect(series.days[0]?.credits).toEqual([9, 5, 4, 3, 2, 1]);
  });

  test("adds up all after the fifth where there are more than six, and loses no credit", () => {
    const series = usageSeries([dayOf("2026-03-01", { a: 1, b: 9, c: 2, d: 3, e: 4, f: 5, g: 6 }), dayOf("2026-03-02", { a: 7 })]);
    expect(series.totals.map(({ name, credits }) => [name, credits])).toEqual([
      ["b", 9],
      ["a", 8],
      ["g", 6],
      ["f", 5],
      ["e", 4],
      ["2 others", 5],
    ]);
    expect(series.days.map(({ credits }) => credits)).toEqual([
      [9, 1, 6, 5, 4, 5],
      [0, 7, 0, 0, 0, 0],
    ]);
  });

  test("has no series for an endpoint without a charged call", () => {
    const free = { date: "2026-03-01", ...counts(0, 0, 2), by_endpoint: { "/api/premium/routing": counts(0, 0, 2) } };
    expect(usageSeries([free])).toMatchObject({ totals: [], days: [{ credits: [], calls: 0, uncharged: 2 }] });
  });

  test("reads a day in words, and says where uncharged calls are no longer kept", () => {
    const series = usageSeries([
      dayOf("2026-03-01", { routing: 1 }, null),
      dayOf("2026-03-02", {}, 3),
      dayOf("2026-03-03", { routing: 1200, "news/search": 2 }),
    ]);
    expect([0, 1, 2].map((index) => usageDayText(series, index).replaceAll("\u00a0", " "))).toEqual([
      "1 Mar 2026: 1 credit in 1 call: routing 1; calls that were not charged are no longer kept",
      "2 Mar 2026: no charged call; 3 not charged",
      "3 Mar 2026: 1,202 credits in 1,202 calls: routing 1,200, news/search 2; 0 not charged",
    ]);
    expect(usageSentence(series).replaceAll("\u00a0", " ")).toBe(
      "1 Mar 2026 to 3 Mar 2026: 1,203 credits in 1,203 calls, most for routing (1,201); 3 calls not charged since 2 Mar 2026, the first day for which such calls are kept.",
    );
  });
});
