import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { perPart } from "@/lib/domain/models/routing/routing-parts";
import { routingWeights, sumsToOne, writtenWeight } from "@/lib/domain/models/routing/routing-weights";
import { validWeights } from "../../../support/models/routing-requests";

describe("weights", () => {
  test("returns the defaults when no weight is requested", () => {
    expect(routingWeights({})).toEqual({ quality: 0.4, availability: 0.3, cost: 0.2, latency: 0.1 });
  });

  test("golden: completes one weight with the defaults and divides all by their sum: 1 of 1.6", () => {
    const weights = validWeights({ quality: 1 });
    expect([weights.quality, weights.availability, weights.cost, weights.latency].map((weight) => Number(weight.toFixed(6)))).toEqual([
      0.625, 0.1875, 0.125, 0.0625,
    ]);
  });

  test.each([
    ["a negative weight", { quality: -0.1 }, "quality"],
    ["a weight that is not a number", { cost: Number.NaN }, "cost"],
    ["an infinite weight", { latency: Infinity }, "latency"],
  ])("refuses %s and names it", (_, requested, weight) => {
    expect(routingWeights(requested)).toEqual({ weight, fault: "not_a_weight" });
  });

  test("refuses weights that are all zero", () => {
    expect(routingWeights({ quality: 0, availability: 0, cost: 0, latency: 0 })).toEqual({ fault: "all_zero" });
  });

  test("valid weights sum to 1", () => {
    const weight = fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true });
    fc.assert(
      fc.property(fc.record({ quality: weight, availability: weight, cost: weight, latency: weight }), (requested) => {
        const weights = routingWeights(requested);
        if ("fault" in weights) return void expect(Object.values(requested).every((one) => one === 0)).toBe(true);
        expect(Math.abs(Object.values(weights).reduce((sum, one) => sum + one, 0) - 1)).toBeLessThan(1e-9);
      }),
    );
  });
});

describe("weights as a form shows them", () => {
  const weight = fc.double({ min: 0.001, max: 100, noNaN: true });
  const weights = fc.record({ quality: weight, availability: weight, cost: weight, latency: weight });

  test("sum to 1 once they were normalised, so that the form does not ask for it twice", () => {
    fc.assert(
      fc.property(weights, (given) => {
        const counted = validWeights(given);
        expect(sumsToOne(perPart((part) => writtenWeight(counted[part])))).toBe(true);
      }),
    );
  });

  test("golden: 0.4, 0.3, 0.2 and 0.1 sum to 1; 0.4, 0.3, 0.2 and 0.2 do not", () => {
    expect(sumsToOne({ quality: 0.4, availability: 0.3, cost: 0.2, latency: 0.1 })).toBe(true);
    expect(sumsToOne({ quality: 0.4, availability: 0.3, cost: 0.2, latency: 0.2 })).toBe(false);
  });
});
