import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  RATES,
  UNITS_PER_CREDIT,
  UNITS_PER_USD,
  bareCredits,
  creditsFor,
  formatUsd,
  priceUnits,
  rateApplied,
  rateOf,
  unitsOf,
  usdOf,
} from "@/lib/domain/money/credits";

const usd = (dollars: number) => BigInt(Math.round(dollars * 1_000_000));

describe("credits for money", () => {
  test.each([
    [0.5, 25n],
    [1, 50n],
    [4.999999, 249n],
    [5, 275n],
    [29.999999, 1649n],
    [30, 1950n],
    [199.999999, 12_999n],
    [200, 16_000n],
    [10_000, 800_000n],
  ])("%d USD buys %d credits", (dollars, credits) => {
    expect(creditsFor(usd(dollars))).toBe(credits);
  });

  test("uses the rate of the requested amount, whatever the quote adds below a cent", () => {
    expect(creditsFor(usd(4.995), usd(5.004999))).toBe((5_004_999n * 50n) / UNITS_PER_USD);
    expect(creditsFor(usd(30), usd(30.009999))).toBe(1950n);
  });

  test("values a payment below the requested amount by what was received", () => {
    expect(creditsFor(usd(200), usd(4))).toBe(200n);
    expect(creditsFor(usd(200), 0n)).toBe(0n);
  });

  test("never gives fewer credits than requested when at least the requested amount is paid", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, usd(10_000)), fc.bigInt(0n, 9999n), (requested, extra) => {
        expect(creditsFor(requested, requested + extra)).toBeGreaterThanOrEqual(creditsFor(requested));
      }),
    );
  });

  test("never gives more than the best rate for the received amount", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, usd(20_000)), fc.bigInt(0n, usd(20_000)), (requested, received) => {
        expect(creditsFor(requested, received) * UNITS_PER_USD).toBeLessThanOrEqual(received * 80n);
      }),
    );
  });

  test("returns the rate of every step", () => {
    expect(RATES.map((rate) => rateOf(rate.fromUnits).creditsPerUsd)).toEqual([50n, 55n, 65n, 80n]);
    expect(() => rateOf(-1n)).toThrow(RangeError);
  });
});

describe("a payment without a quote", () => {
  test.each([
    [0n, 0n],
    [19_999n, 0n],
    [20_000n, 1n],
    [39_999n, 1n],
    [1_000_000n, 50n],
  ])("of %d units is worth %d credits", (units, credits) => {
    expect(bareCredits(units)).toBe(credits);
  });

  test("buys whole credits and leaves less than the price of one", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), (units) => {
        const left = units - bareCredits(units) * UNITS_PER_CREDIT;
        expect(left).toBeGreaterThanOrEqual(0n);
        expect(left).toBeLessThan(UNITS_PER_CREDIT);
      }),
    );
  });

  test("has the price of a call in base units", () => {
    expect(priceUnits(1)).toBe(20_000n);
    expect(priceUnits(10n)).toBe(200_000n);
  });
});

describe("amounts as text and as numbers", () => {
  test.each([
    [0n, "0.00"],
    [1n, "0.000001"],
    [20_000n, "0.02"],
    [1_000_000n, "1.00"],
    [1_000_037n, "1.000037"],
    [10_000_009_999n, "10000.009999"],
    [-20_000n, "-0.02"],
  ])("formats %d units as %s", (units, text) => {
    expect(formatUsd(units)).toBe(text);
  });

  test("converts to an exact JSON number and back", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, usd(20_000)), (units) => {
        expect(unitsOf(usdOf(units))).toBe(units);
        expect(String(usdOf(units))).not.toMatch(/\.\d{7}/);
      }),
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e300, 0.123_456_7])(
    "refuses %d, which is no amount of whole base units",
    (number) => {
      expect(unitsOf(number)).toBeNull();
    },
  );
});

describe("the applied rate", () => {
  test("is that of the requested amount, even if slightly more was sent", () => {
    const [requested, sent] = [usd(4.995), usd(5.004)];
    expect(rateApplied(sent, creditsFor(requested, sent)).label).toBe("base");
    expect(rateApplied(usd(5.001), creditsFor(usd(5), usd(5.001))).label).toBe("9.1% volume discount");
  });
});
