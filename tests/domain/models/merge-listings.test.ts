import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeListing, mergeListings } from "@/lib/domain/models/merge-listings";
import { pricesDisagree, type MergeContext } from "@/lib/domain/models/prices/price-fields";
import type { PriceReading, ReadingSource } from "@/lib/domain/models/model-listing";
import { anObservation } from "../../support/models/model-facts";

const READ_TODAY: MergeContext = {
  readAt: {
    "models.dev": new Date("2026-11-20T00:00:00Z"),
    litellm: new Date("2026-11-20T00:00:00Z"),
    openrouter: new Date("2026-11-20T00:00:00Z"),
  },
};
const quoted = (source: string, inputPrice: number, outputPrice: number, verifiedAt: string): PriceReading => ({
  source,
  inputPrice,
  outputPrice,
  verifiedAt,
});

describe("merging what sources say about one listing", () => {
  test("prefers models.dev and shows the others beside it", () => {
    const merged = mergeListing(
      [anObservation("litellm", { inputPrice: 3, outputPrice: 9 }), anObservation("models.dev", { inputPrice: 2, outputPrice: 8 })],
      READ_TODAY,
    );
    expect(merged).toMatchObject({
      inputPrice: 2,
      outputPrice: 8,
      priceSource: "models.dev",
      capturedFrom: "models.dev",
      hasPriceConflict: true,
    });
    expect(merged.priceReadings.map((reading) => reading.source)).toEqual(["models.dev", "litellm"]);
  });

  test.each([
    [100, 100.4, false],
    [100, 100.6, true],
    [0, 0, false],
    [0, 0.01, true],
  ])("prices of %d and %d disagree: %s", (left, right, isConflict) => {
    expect(pricesDisagree(quoted("a", left, 1, "2026-11-01"), quoted("b", right, 1, "2026-11-01"))).toBe(isConflict);
  });

  test("keeps an unknown price null, never 0", () => {
    const merged = mergeListing([anObservation("models.dev", { inputPrice: null, outputPrice: null })], READ_TODAY);
    expect(merged).toMatchObject({
      inputPrice: null,
      outputPrice: null,
      priceSource: null,
      isFreeListing: false,
      hasPriceConflict: false,
      tier: null,
    });
  });

  test("marks a 0/0 listing as free of charge", () => {
    const given = { inputPrice: 0, outputPrice: 0, isGivenAway: true };
    expect(mergeListing([anObservation("openrouter", given)], READ_TODAY).isFreeListing).toBe(true);
  });

  test("replaces the bundled catalog's quote of a source by that source's live reading", () => {
    const bundled = anObservation("bundled", { inputPrice: 5, outputPrice: 10 }, [
      quoted("litellm", 5, 10, "2026-11-01"),
      quoted("portkey", 5, 10, "2026-11-01"),
    ]);
    const merged = mergeListing([bundled, anObservation("litellm", { inputPrice: 4, outputPrice: 10 })], READ_TODAY);
    expect(merged).toMatchObject({
      inputPrice: 4,
      priceSource: "litellm",
      verifiedAt: null,
      capturedFrom: "litellm",
      hasPriceConflict: true,
    });
  });

  test("keeps the bundled price when only another source was read, and shows the difference", () => {
    const bundled = anObservation("bundled", { inputPrice: 5, outputPrice: 10 }, [quoted("models.dev", 5, 10, "2026-11-01")]);
    const merged = mergeListing([bundled, anObservation("litellm", { inputPrice: 4, outputPrice: 10 })], READ_TODAY);
    expect(merged).toMatchObject({
      inputPrice: 5,
      priceSource: "models.dev",
      verifiedAt: "2026-11-01",
      capturedFrom: "bundled",
      hasPriceConflict: true,
    });
  });

  test("puts a live price before one verified months earlier, without a conflict", () => {
    const bundled = anObservation("bundled", { inputPrice: 5, outputPrice: 10 }, [quoted("models.dev", 5, 10, "2026-06-01")]);
    const merged = mergeListing([bundled, anObservation("litellm", { inputPrice: 4, outputPrice: 10 })], READ_TODAY);
    expect(merged).toMatchObject({ inputPrice: 4, priceSource: "litellm", hasPriceConflict: false });
  });

  test("compares a reseller's price but never uses it", () => {
    const reseller = { ...anObservation("openrouter", { inputPrice: 7, outputPrice: 7 }), isCrossCheck: true };
    const merged = mergeListing([anObservation("models.dev", { inputPrice: 2, outputPrice: 8 }), reseller], READ_TODAY);
    expect(merged).toMatchObject({ inputPrice: 2, hasPriceConflict: true });
    expect(merged.priceReadings.at(-1)).toMatchObject({ source: "openrouter", inputPrice: 7 });
    const unknown = mergeListing([anObservation("models.dev", { inputPrice: null, outputPrice: null }), reseller], READ_TODAY);
    expect(unknown).toMatchObject({ inputPrice: null, priceSource: null });
  });

  test("takes cached prices that the believed reading lacks from others of the same price, and of no other price", () => {
    const cachedOf = (other: object) =>
      mergeListing([anObservation("models.dev"), anObservation("litellm", { cachedInputPrice: 0.1, ...other })], READ_TODAY)
        .cachedInputPrice;
    expect([cachedOf({}), cachedOf({ inputPrice: 1.2 })]).toEqual([0.1, null]);
  });

  test("fills unknown facts of the first source from the next", () => {
    const merged = mergeListing(
      [
        anObservation("models.dev", { contextWindow: null, released: null }),
        anObservation("bundled", { contextWindow: 9000, released: "2026-03" }),
      ],
      READ_TODAY,
    );
    expect(merged).toMatchObject({ contextWindow: 9000, released: "2026-03" });
  });

  test("identifies a listing by provider and id, ignoring the case of the id", () => {
    const merged = mergeListings(
      [
        anObservation("models.dev", { modelId: "Acme-1" }),
        anObservation("litellm", { modelId: "acme-1" }),
        anObservation("models.dev", { providerId: "host", modelId: "acme-1" }),
      ],
      READ_TODAY,
    );
    expect(merged.map((listing) => `${listing.providerId}/${listing.modelId}`)).toEqual(["acme/Acme-1", "host/acme-1"]);
  });
});

describe("any observations", () => {
  const price = fc.option(fc.double({ min: 0, max: 200, noNaN: true }), { nil: null });
  const source = fc.constantFrom<ReadingSource>("models.dev", "litellm", "openrouter");
  const observation = fc
    .record({ source, modelId: fc.constantFrom("a", "b", "c"), inputPrice: price, outputPrice: price })
    .map(({ source: from, ...facts }) => anObservation(from, facts));
  const oneEach = fc.uniqueArray(observation, { selector: (entry) => `${entry.source}/${entry.facts.modelId}`, maxLength: 9 });

  test("merges to the same listings in any order", () => {
    fc.assert(
      fc.property(
        oneEach.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const byId = (listings: ReturnType<typeof mergeListings>) =>
            listings.toSorted((left, right) => left.modelId.localeCompare(right.modelId));
          expect(byId(mergeListings(shuffled, READ_TODAY))).toEqual(byId(mergeListings(list, READ_TODAY)));
        },
      ),
    );
  });

  test("has a price that some source states, or every stated one is set aside with its reason", () => {
    fc.assert(
      fc.property(oneEach, (list) => {
        for (const listing of mergeListings(list, READ_TODAY)) {
          const stated = list.filter(
            ({ facts }) => facts.modelId === listing.modelId && facts.inputPrice !== null && facts.outputPrice !== null,
          );
          const isUnused = listing.inputPrice === null;
          if (isUnused) expect(listing.readingsSetAside.length).toBe(stated.length);
          else expect(stated.map(({ facts }) => facts.inputPrice)).toContain(listing.inputPrice);
        }
      }),
    );
  });
});
