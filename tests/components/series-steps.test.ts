import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PriceFigure } from "@/components/charts/prices/price-figure";
import { daysOfPrices, PRICE_LINES, priceSentence, type PricePoint } from "@/components/charts/prices/price-text";
import { endLabels, marginOf, markedDays, seriesScale } from "@/components/charts/series/series-scale";
import { dayText } from "@/components/charts/series/series-text";
import { addDays } from "@/lib/domain/basics/date-range";

const RANGE = { from: "2026-10-01", to: "2026-10-10", days: 10 };
const point = (day: number, input: number, output: number): PricePoint => ({
  date: addDays(RANGE.from, day),
  input,
  output,
  blended: (input + output) / 2,
});
const POINTS = [point(0, 3, 15), point(1, 3, 15), point(2, 2.5, 15), point(5, 2.5, 15), point(8, 2.5, 12), point(9, 2.5, 12)];

const scaleOf = (points: readonly PricePoint[], wantsLog = false) =>
  seriesScale({ days: daysOfPrices(points, RANGE), lines: PRICE_LINES, unit: "price", wantsLog });

describe("the scale of a series", () => {
  const scale = scaleOf(POINTS);

  it("begins at 0 and leaves days without a snapshot empty", () => {
    expect(scale.axis.domain[0]).toBe(0);
    expect(scale.axis.domain[1]).toBeGreaterThanOrEqual(15);
    expect(scale.days.map(({ values }) => values.input)).toEqual([3, 3, 2.5, null, null, 2.5, null, null, 2.5, 2.5]);
  });

  it("holds the interval of a forecast", () => {
    const day = { date: RANGE.from, values: { input: 1 }, band: [0, 40] as const };
    expect(seriesScale({ days: [day], lines: PRICE_LINES, unit: "price" }).axis.domain[1]).toBeGreaterThanOrEqual(40);
  });

  it("marks days on which the price changed, and days that stand alone", () => {
    expect(markedDays(scale.days, "input").map(({ index }) => index)).toEqual([2, 5]);
    expect(markedDays(scale.days, "output").map(({ index }) => index)).toEqual([5, 8]);
  });

  it("marks no change where a price changes nearly every day, but still days that stand alone", () => {
    const restless = Array.from({ length: 30 }, (_, day) => ({
      date: addDays(RANGE.from, day),
      values: { input: day === 28 ? null : day },
    }));
    const { days } = seriesScale({ days: restless, lines: PRICE_LINES, unit: "price" });
    expect(markedDays(days, "input").map(({ index }) => index)).toEqual([29]);
  });

  it("leaves as much room at its sides as the texts there need", () => {
    const wide = marginOf(scaleOf([point(0, 1000, 20_000)]));
    const slim = marginOf(scaleOf([point(0, 1, 2)]));
    expect(wide.left).toBeGreaterThan(slim.left);
    expect(wide.right).toBeGreaterThan(slim.right);
  });

  it("stays linear when a price is 0, which has no logarithm", () => {
    expect(scaleOf(POINTS, true).axis.isLog).toBe(true);
    expect(scaleOf([point(0, 0, 1)], true).axis.isLog).toBe(false);
  });

  it("keeps end labels apart and inside the drawing", () => {
    const labels = endLabels(scaleOf([point(0, 100, 0.1), point(9, 0.1, 0.1)]), "narrow").map(({ y }) => y);
    expect(labels).toHaveLength(3);
    expect(Math.min(...labels.slice(1).map((y, at) => y - (labels[at] ?? 0)))).toBeGreaterThanOrEqual(15);
    expect(Math.max(...labels)).toBeLessThanOrEqual(220 - 26);
  });

  it("reads a day with its note, and a day of which nothing is known", () => {
    expect(dayText(scale, { index: 0, date: RANGE.from, values: { input: 3, output: null, blended: null }, note: "rank 2" })).toBe(
      "1 Oct 2026: input $3.00, rank 2",
    );
    expect(scale.days[3] && dayText(scale, scale.days[3])).toBe("4 Oct 2026: no snapshot");
  });
});

describe("the sentence of a price chart", () => {
  it("names what changed and how many days were captured", () => {
    expect(priceSentence("GPT-5", POINTS, RANGE)).toBe(
      "GPT-5, USD per 1M tokens, 1 Oct 2026 to 10 Oct 2026: input from $3.00 to $2.50, output from $15.00 to $12.00; 6 of 10 days captured.",
    );
  });

  it("says that nothing changed, and that nothing was captured", () => {
    expect(priceSentence("GPT-5", POINTS.slice(0, 2), RANGE)).toContain("did not change in this window");
    expect(priceSentence("GPT-5", [], RANGE)).toContain("no day was captured");
  });
});

it("lines of which none moves are drawn lower than lines that move", () => {
  const heightsOf = (points: readonly PricePoint[]): number[] => {
    const markup = renderToStaticMarkup(createElement(PriceFigure, { title: "GPT-5", points, range: RANGE }));
    return [...markup.matchAll(/viewBox="0 0 \d+ (\d+)"/g)].map(([, height]) => Number(height));
  };
  const [moving, level] = [heightsOf(POINTS), heightsOf(POINTS.map(({ date }) => ({ date, input: 3, output: 15, blended: 9 })))];
  expect([moving.length, level.length]).toEqual([2, 2]);
  expect(Math.max(...level)).toBeLessThan(Math.min(...moving));
});
