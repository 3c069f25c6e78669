import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/domain/basics/date-range";
import { baselineOf, pricingDiff, type ListingSnapshot } from "@/lib/domain/history/pricing-changes";

const listing = (
  modelId: string,
  inputPrice: number | null,
  outputPrice: number | null,
  over: Partial<ListingSnapshot> = {},
): ListingSnapshot => ({
  providerId: "acme",
  modelId,
  name: modelId,
  deprecationDate: null,
  status: null,
  tier: "mid",
  inputPrice,
  outputPrice,
  ...over,
});

const diff = (before: ListingSnapshot[], after: ListingSnapshot[]) =>
  pricingDiff(before, after, []).changes.map(({ field, from, to, deltaPct }) => [field, from, to, deltaPct]);

describe("the pricing diff", () => {
  test("golden: 18/90 to 12/75: −6 / 18 = −33.3333%, −15 / 90 = −16.6667%, and no entry of the blended price", () => {
    expect(diff([listing("a", 18, 90)], [listing("a", 12, 75)])).toEqual([
      ["inputPrice", 18, 12, -33.3333],
      ["outputPrice", 90, 75, -16.6667],
    ]);
  });

  test("golden: 1/3 to 2/2 changes both prices", () => {
    expect(diff([listing("a", 1, 3)], [listing("a", 2, 2)])).toEqual([
      ["inputPrice", 1, 2, 100],
      ["outputPrice", 3, 2, -33.3333],
    ]);
  });

  test("gives no percent from 0; a price that becomes known comes from null, not from 0", () => {
    expect(diff([listing("a", 0, 0)], [listing("a", 0, 2)])).toEqual([["outputPrice", 0, 2, null]]);
    expect(diff([listing("a", null, null)], [listing("a", 1, 2)])).toEqual([
      ["inputPrice", null, 1, null],
      ["outputPrice", null, 2, null],
    ]);
  });

  test("lists added and removed models, priced or not, ignoring the case of ids", () => {
    const { added, removed, changes } = pricingDiff(
      [listing("gone", null, null), listing("Stays", 1, 2)],
      [listing("new", 1, 2), listing("stays", 1, 2)],
      [],
    );
    expect([added.map(({ modelId }) => modelId), removed.map(({ modelId }) => modelId), changes]).toEqual([["new"], ["gone"], []]);
  });

  test("treats a changed id as neither added nor removed", () => {
    const alias = { alias: "old", providerId: "acme", modelId: "next" };
    expect(pricingDiff([listing("old", 1, 2)], [listing("next", 1, 2)], [alias])).toEqual({ added: [], removed: [], changes: [] });
    expect(pricingDiff([listing("old", 1, 2)], [listing("next", 1, 4)], [alias]).changes.map(({ field }) => field)).toEqual([
      "outputPrice",
    ]);
  });

  test("lists every listing exactly once: as added, removed, or in both", () => {
    const price = fc.option(fc.integer({ min: 0, max: 9 }), { nil: null });
    const some = fc
      .uniqueArray(fc.record({ modelId: fc.constantFrom("a", "b", "c", "d", "e"), inputPrice: price, outputPrice: price }), {
        selector: ({ modelId }) => modelId,
      })
      .map((rows) => rows.map(({ modelId, inputPrice, outputPrice }) => listing(modelId, inputPrice, outputPrice)));
    fc.assert(
      fc.property(some, some, (before, after) => {
        const { added, removed, changes } = pricingDiff(before, after, []);
        const both = after.length - added.length;
        expect(both).toBe(before.length - removed.length);
        expect(new Set(changes.map(({ listing: changed }) => changed.modelId)).size).toBeLessThanOrEqual(both);
        expect(changes.every(({ from, to }) => from !== to)).toBe(true);
      }),
    );
  });
});

describe("the baseline snapshot of a window", () => {
  const snapshot = (date: string, time = "07:00") => ({ date, takenAt: new Date(`${date}T${time}:00Z`) });
  const at = (text: string): Date => new Date(`${text}:00Z`);

  test("is that of the first day if it was taken before the window began", () => {
    expect(baselineOf([snapshot("2026-05-14"), snapshot("2026-05-13")], at("2026-05-14T18:00"))?.date).toBe("2026-05-14");
  });

  test("is else that of the day before: a caller at 05:00 misses no change until 07:00", () => {
    expect(baselineOf([snapshot("2026-05-14"), snapshot("2026-05-13")], at("2026-05-14T05:00"))?.date).toBe("2026-05-13");
  });

  test("is else the newest older one, or that of the day when the older one is more than a day older", () => {
    expect(baselineOf([snapshot("2026-05-02"), snapshot("2026-05-01")], at("2026-05-14T05:00"))?.date).toBe("2026-05-02");
    expect(baselineOf([snapshot("2026-05-14"), snapshot("2026-02-01")], at("2026-05-14T05:00"))?.date).toBe("2026-05-14");
    expect(baselineOf([snapshot("2026-05-14")], at("2026-05-14T05:00"))?.date).toBe("2026-05-14");
  });

  test("is null when nothing was captured", () => {
    expect(baselineOf([], at("2026-05-14T05:00"))).toBeNull();
  });

  test("with daily captures it was taken at most 24 hours before the window began", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_399 }), (second) => {
        const from = new Date(Date.parse("2026-05-14T00:00:00Z") + second * 1000);
        const baseline = baselineOf(
          ["2026-05-14", "2026-05-13"].map((date) => snapshot(date)),
          from,
        );
        const age = from.getTime() - (baseline?.takenAt.getTime() ?? 0);
        expect(age).toBeGreaterThanOrEqual(0);
        expect(age).toBeLessThan(86_400_000);
        expect(addDays(baseline?.date ?? "", 1) >= "2026-05-14").toBe(true);
      }),
    );
  });
});
