import { expect, test } from "vitest";
import { pricesByProvider } from "@/lib/domain/models/provider-prices";
import { aListing } from "../../support/models/model-facts";

const TODAY = "2026-11-01";

test("the flagship is the newest priced one; the cheapest is neither unpriced nor free; neither is retired", () => {
  const listings = [
    aListing({ modelId: "old-pro", tier: "flagship", released: "2025-01", inputPrice: 10, outputPrice: 30, capabilities: ["vision"] }),
    aListing({ modelId: "new-pro", tier: "flagship", released: "2026-01", inputPrice: 15, outputPrice: 75 }),
    aListing({ modelId: "next-pro", tier: "flagship", released: "2026-06", inputPrice: null, outputPrice: null, capabilities: ["code"] }),
    aListing({ modelId: "free", inputPrice: 0, outputPrice: 0, isFreeListing: true }),
    aListing({ modelId: "mini", inputPrice: 0.1, outputPrice: 0.4 }),
    aListing({
      modelId: "retired",
      tier: "flagship",
      released: "2026-05",
      inputPrice: 0.01,
      outputPrice: 0.02,
      deprecationDate: "2026-10-31",
    }),
  ];
  const acme = pricesByProvider(listings, TODAY, () => undefined).get("acme");
  expect([acme?.modelCount, acme?.flagship?.modelId, acme?.cheapest?.modelId, [...(acme?.capabilities ?? [])]]).toEqual([
    5,
    "new-pro",
    "mini",
    ["vision", "code"],
  ]);
});

test("the flagship is a provider's own, where it resells a newer one; of a provider that only resells it is the newest", () => {
  const flagship = { tier: "flagship", inputPrice: 5, outputPrice: 15 } as const;
  const own = aListing({ ...flagship, modelId: "own-max", released: "2026-01" });
  const resold = aListing({ ...flagship, modelId: "resold", released: "2026-06", isMakersListing: false });
  const flagshipOf = (...listings: Parameters<typeof pricesByProvider>[0]) =>
    pricesByProvider(listings, TODAY, () => undefined).get("acme")?.flagship?.modelId;
  expect([flagshipOf(own, resold), flagshipOf(resold)]).toEqual(["own-max", "resold"]);
});

test("a provider without priced models has neither", () => {
  expect(pricesByProvider([aListing({ inputPrice: null, outputPrice: null })], TODAY, () => undefined).get("acme")).toMatchObject({
    modelCount: 1,
    flagship: null,
    cheapest: null,
  });
});
