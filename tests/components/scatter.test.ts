import { describe, expect, it } from "vitest";
import { linearAxis, logAxis } from "@/components/charts/axis";
import { namedTicks } from "@/components/charts/scatter/scatter-drawing";
import { frontierLabels } from "@/components/charts/scatter/frontier-labels";
import {
  MARGIN,
  nearestPoint,
  pointText,
  projectionOf,
  SIZES,
  type ScatterPoint,
  type ScatterScale,
} from "@/components/charts/scatter/scatter-scale";

const point = (x: number, y: number, isFrontier = false): ScatterPoint => ({
  name: `Model ${x}`,
  maker: "Maker",
  mark: 0,
  x,
  y,
  isFrontier,
});

const POINTS = [point(0, 30), point(0.1, 40, true), point(1, 41, true), point(1.1, 42, true), point(10, 90, true), point(20, 60)];

const SCALE: ScatterScale = {
  points: POINTS,
  xAxis: logAxis(POINTS.map(({ x }) => x).filter((x) => x > 0))!,
  yAxis: linearAxis(30, 90),
  xLabel: "Price",
  yLabel: "Score",
  xUnit: "price",
  yUnit: "score",
  hasGutter: true,
};

describe("the axis of prices", () => {
  it("has decades, or 1, 2 and 5 where there are few", () => {
    expect(logAxis([0.1, 100])?.ticks).toEqual([0.1, 1, 10, 100]);
    expect(logAxis([1, 10])?.ticks).toEqual([1, 2, 5, 10]);
  });

  it("has no logarithm with a price of 0", () => {
    expect(logAxis([0, 1])).toBeNull();
    expect(logAxis([])).toBeNull();
  });
});

it("names no tick so close to the one before that their texts would touch", () => {
  expect(namedTicks([1, 2, 5, 10], (price) => price * 20, 0)).toEqual([1, 5, 10]);
  expect(namedTicks([1, 2], (price) => price * 20, 30)).toEqual([2]);
});

describe.each(["wide", "narrow"] as const)("the %s map", (size) => {
  const { at } = projectionOf(SCALE, size);
  const { width, height } = SIZES[size];

  it("keeps every point inside, and what is given away left of all that is sold", () => {
    const places = POINTS.map(at);
    for (const { x, y } of places) {
      expect(x).toBeGreaterThanOrEqual(MARGIN.left);
      expect(x).toBeLessThanOrEqual(width - MARGIN.right);
      expect(y).toBeGreaterThanOrEqual(MARGIN.top);
      expect(y).toBeLessThanOrEqual(height - MARGIN.bottom);
    }
    expect(places[0]!.x).toBeLessThan(Math.min(...places.slice(1).map(({ x }) => x)) - 10);
  });

  it("finds the nearest point within reach of a pointer, and none beyond", () => {
    for (const [index, place] of POINTS.entries()) {
      const { x, y } = at(place);
      expect(POINTS[nearestPoint(SCALE, size, { x, y }) ?? -1]).toBe(POINTS[index]);
    }
    const { x, y } = at(POINTS[4]!);
    expect(nearestPoint(SCALE, size, { x: x + 16, y: y + 17 })).toBe(4);
    expect(nearestPoint(SCALE, size, { x: x + 18, y: y + 18 })).toBeNull();
  });

  it("labels no point over another label, and none outside", () => {
    const labels = frontierLabels(SCALE, size);
    expect(labels.length).toBeGreaterThan(0);
    const areas = labels.map(({ text, x, y, anchor }) => {
      const wide = text.length * 6;
      const left = x - wide * { start: 0, middle: 0.5, end: 1 }[anchor];
      return { left, right: left + wide, top: y - 9, bottom: y + 2 };
    });
    for (const [index, area] of areas.entries()) {
      expect(area.left).toBeGreaterThanOrEqual(0);
      expect(area.right).toBeLessThanOrEqual(width);
      for (const other of areas.slice(index + 1)) {
        expect(area.left < other.right && other.left < area.right && area.top < other.bottom && other.top < area.bottom).toBe(false);
      }
    }
  });
});

it("a point is read with its maker and both figures", () => {
  expect(pointText(SCALE, POINTS[4]!)).toBe("Model 10, Maker: 90.0 at $10.00, on the frontier");
});
