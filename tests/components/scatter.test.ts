import { describe, expect, it } from "vitest";
import { linearAxis, logAxis } from "@/components/charts/axis";
import { providers } from "@/lib/catalogs/providers";
import { makerMark, OTHER } from "@/components/charts/marks";
import { markOf, marksOf } from "@/components/charts/scatter/maker-marks";
import { namedTicks } from "@/components/charts/scatter/scatter-drawing";
import { pointLabels } from "@/components/charts/scatter/point-labels";
import {
  boxOf,
  MARGIN,
  nearestPoint,
  pointText,
  projectionOf,
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
  const { width, height } = boxOf(SCALE, size);

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
    const labels = pointLabels(SCALE, size);
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

describe("the names of points beside the frontier", () => {
  const crowd = [
    ...POINTS,
    { ...point(3, 70), name: "Alone" },
    ...Array.from({ length: 30 }, (_, place) => ({ ...point(0.2 + place / 100, 33), name: `Crowded ${place}` })),
  ];
  const scale: ScatterScale = { ...SCALE, points: crowd };

  it("stand where they cover no other point, and the best has its name first", () => {
    const named = pointLabels(scale, "wide").filter(({ isFrontier }) => !isFrontier);
    expect(named[0]?.text).toBe("Alone");
    const { at } = projectionOf(scale, "wide");
    for (const { text, x, y, anchor } of named) {
      const wide = text.length * 6;
      const left = x - wide * { start: 0, middle: 0.5, end: 1 }[anchor];
      const covered = crowd
        .filter((one) => one.name !== text)
        .map(at)
        .filter((place) => place.x > left && place.x < left + wide && Math.abs(place.y - (y - 4)) < 6);
      expect(covered, text).toEqual([]);
    }
  });

  it("are few on a phone", () => {
    expect(pointLabels(scale, "narrow").filter(({ isFrontier }) => !isFrontier).length).toBeLessThanOrEqual(3);
  });
});

it("the axis of scores is close around them, so that no third of the drawing is empty", () => {
  const { domain, ticks } = linearAxis(91, 163, 5, true);
  expect(domain[0]).toBeCloseTo(88.1, 1);
  expect(domain[1]).toBeCloseTo(165.9, 1);
  expect(ticks).toEqual([100, 120, 140, 160]);
});

describe("the marks of makers", () => {
  const models = Array.from({ length: 12 }, (_, maker) =>
    Array.from({ length: 20 - maker }, () => ({ makerId: `maker-${maker}`, maker: `Maker ${maker}` })),
  ).flat();

  it("are a colour and a shape of its own for each of the eight with most models, and one grey for the rest", () => {
    const marks = marksOf(models);
    expect([...marks.keys()]).toEqual(Array.from({ length: 8 }, (_, maker) => `maker-${maker}`));
    const own = [...marks.values()].map(makerMark);
    expect(new Set(own.map(({ color }) => color)).size).toBe(8);
    expect(new Set(own.map(({ marker }) => marker)).size).toBe(8);
    expect(markOf(marks, "maker-9")).toBe(OTHER);
    expect(own.map(({ color }) => color)).not.toContain(makerMark(OTHER).color);
  });

  it("are given to the chosen makers", () => {
    expect([...marksOf(models, ["maker-10"]).keys()]).toEqual(["maker-10"]);
  });

  it("stay a maker's own in every picture, whoever else is in it", () => {
    const made = (...ids: string[]) => ids.map((makerId) => ({ makerId, maker: makerId }));
    const pictures = [
      made("alibaba", "alibaba", "openai", "google"),
      made("openai", "mistral", "voyage", "voyage", "google"),
      made("google", "voyage", "openai"),
    ].map((own) => marksOf(own));
    for (const id of ["openai", "google"]) {
      const marks = pictures.map((own) => markOf(own, id));
      expect(new Set(marks).size).toBe(1);
      expect(marks).not.toContain(OTHER);
      expect(markOf(marksOf(made("voyage", "google", "openai"), [id]), id)).toBe(marks[0]);
    }
    const [, withOthers = new Map<string, number>()] = pictures;
    expect(new Set(withOthers.values()).size).toBe(4);
  });

  it("belong to makers that are in the provider table", () => {
    const everybody = providers.map(({ id, name }) => ({ makerId: id, maker: name }));
    const owners = ["alibaba", "anthropic", "deepseek", "google", "mistral", "openai", "xai", "zai"];
    expect([...marksOf(everybody).keys()].toSorted()).toEqual(owners);
  });
});

it("a point is read with its maker and both figures", () => {
  expect(pointText(SCALE, POINTS[4]!)).toBe("Model 10, Maker: 90.0 at $10.00, on the frontier");
});
