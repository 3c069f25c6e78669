import { describe, expect, test } from "vitest";
import { confirmationsNeeded, confirmationsOf, isConfirmed, unitsAtStake } from "@/lib/domain/money/confirmations";

const USD = 1_000_000n;

describe("confirmations by amount", () => {
  test.each([
    [1n, { blocks: 1 }],
    [USD, { blocks: 1 }],
    [USD + 1n, { blocks: 6 }],
    [50n * USD, { blocks: 6 }],
    [50n * USD + 1n, { tag: "safe" }],
  ])("%d units need %o", (units, needed) => {
    expect(confirmationsNeeded(units)).toEqual(needed);
  });

  test("confirms a dollar once its block is sealed", () => {
    expect(isConfirmed(100n, USD, { latest: 100n, safe: null })).toBe(false);
    expect(isConfirmed(100n, USD, { latest: 101n, safe: null })).toBe(true);
  });

  test("confirms fifty dollars five blocks later", () => {
    expect(isConfirmed(100n, 50n * USD, { latest: 105n, safe: null })).toBe(false);
    expect(isConfirmed(100n, 50n * USD, { latest: 106n, safe: null })).toBe(true);
  });

  test("confirms more only in a safe block, and never while safe is unknown", () => {
    expect(isConfirmed(100n, 51n * USD, { latest: 9999n, safe: null })).toBe(false);
    expect(isConfirmed(100n, 51n * USD, { latest: 9999n, safe: 99n })).toBe(false);
    expect(isConfirmed(100n, 51n * USD, { latest: 9999n, safe: 100n })).toBe(true);
  });

  test("takes the asked amount of the quote that a transfer pays, and what was received of any other", () => {
    const [quoted, other] = [{ units: USD + 437n }, { units: 5n }];
    const quoteOf = (transfer: { units: bigint }) => (transfer === quoted ? { requestedUnits: USD } : null);
    expect([unitsAtStake([quoted], quoteOf), unitsAtStake([quoted, other], quoteOf), unitsAtStake([quoted], () => null)]).toEqual([
      USD,
      USD + 5n,
      USD + 437n,
    ]);
  });

  test("counts confirmations for a waiting client", () => {
    expect(confirmationsOf(100n, 5n * USD, { latest: 103n, safe: null })).toEqual({ confirmations: 3, required: 6 });
    expect(confirmationsOf(100n, 500n * USD, { latest: 99n, safe: null })).toEqual({ confirmations: 0, required: null });
  });
});
