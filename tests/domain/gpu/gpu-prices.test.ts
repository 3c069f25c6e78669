import { describe, expect, test } from "vitest";
import { gpuModels, nameGpu } from "@/lib/catalogs/gpu-pricing";
import { cheapestOffers, type GpuOffer, summariseGpus } from "@/lib/domain/gpu/cheapest-gpus";
import { setAsidePrices } from "@/lib/domain/gpu/set-aside";
import { fillDays } from "@/lib/domain/basics/date-range";
import { priceChange } from "@/lib/domain/gpu/gpu-series";

const anOffer = (overrides: Partial<GpuOffer>): GpuOffer => ({
  provider: "runpod",
  gpuRaw: "H100 SXM",
  gpu: "H100",
  onDemandUsdHour: 2,
  spotUsdHour: null,
  availableCount: null,
  region: null,
  tier: null,
  priceKind: "list",
  sourceUrl: "https://example.org",
  seenAt: new Date("2026-05-15T12:00:00Z"),
  ...overrides,
});

describe("GPU names of clouds", () => {
  test.each([
    ["NVIDIA H100 80GB HBM3", 80, "H100"],
    ["H100 NVL", 94, "H100"],
    ["h100 80Gi SXM5", 80, "H100"],
    ["A100 PCIe", 80, "A100-80GB"],
    ["NVIDIA A100-SXM4-40GB", null, "A100-40GB"],
    ["a100 40Gi PCIe", 40, "A100-40GB"],
    ["RTX 6000 Ada", 48, "RTX-6000-Ada"],
    ["NVIDIA RTX 6000 Ada Generation", 48, "RTX-6000-Ada"],
    ["Quadro RTX 6000", 24, "RTX-6000"],
    ["NVIDIA GeForce RTX 4090", 24, "RTX-4090"],
    ["rtx4090 24Gi PCIe", 24, "RTX-4090"],
    ["RTX A6000", 48, "A6000"],
    ["AMD Instinct MI300X OAM", 192, "MI300X"],
    ["NVIDIA RTX PRO 6000 Blackwell Server Edition", 96, "RTX-PRO-6000"],
    ["pro6000se 96Gi PCIe", 96, "RTX-PRO-6000"],
    ["V100 SXM2 32GB", 32, "V100-32GB"],
    ["V100 SXM2", 16, "V100-16GB"],
    ["v100 16Gi SXM2", 16, "V100-16GB"],
    ["Tesla V100-SXM2-32GB", null, "V100-32GB"],
    ["L40S", 48, "L40S"],
    ["L40", 48, "L40"],
    ["GH200 480GB", 96, "GH200"],
  ])("%s with %s GB is %s", (raw, vram, canonical) => {
    expect(nameGpu(raw, vram)).toBe(canonical);
  });

  test.each([["RTX 3090 Ti"], ["RTX 4080 SUPER"], ["H1000"], ["XH100"], ["GTX 1070 Ti"], [""], ["🚀"]])("%s matches no GPU", (raw) => {
    expect(nameGpu(raw, 24)).toBeNull();
  });

  test.each(["A100", "V100"])("leaves the %s of unknown memory unnamed, since its two sizes differ too much in price", (name) => {
    expect(nameGpu(name, null)).toBeNull();
  });

  test.each([
    ["rtx6000 48Gi PCIe", 48],
    ["rtx4090 48Gi PCIe", 48],
    ["A10-4Q", 4],
  ])("leaves %s with %d GB unnamed, which contradicts the memory of the GPU of that name", (raw, vram) => {
    expect(nameGpu(raw, vram)).toBeNull();
  });
});

test("lists one cheapest offer per provider by price, without undated or unpriced ones", () => {
  const offers = [
    anOffer({ provider: "a", onDemandUsdHour: 3 }),
    anOffer({ provider: "a", onDemandUsdHour: 2.5 }),
    anOffer({ provider: "b", onDemandUsdHour: 2 }),
    anOffer({ provider: "c", onDemandUsdHour: 1, seenAt: null }),
    anOffer({ provider: "d", onDemandUsdHour: null, spotUsdHour: 0.5 }),
    anOffer({ provider: "e", onDemandUsdHour: 0.1, gpu: "L4" }),
  ];
  expect(cheapestOffers(offers, "H100", "on_demand").map(({ provider, onDemandUsdHour }) => [provider, onDemandUsdHour])).toEqual([
    ["b", 2],
    ["a", 2.5],
  ]);
  expect(cheapestOffers(offers, "H100", "spot").map(({ provider }) => provider)).toEqual(["d"]);
});

test("summarizes providers and offers of the GPUs that are offered", () => {
  const [summary, ...rest] = summariseGpus(
    [anOffer({ provider: "a" }), anOffer({ provider: "a" }), anOffer({ provider: "b", gpu: null })],
    gpuModels,
  );
  expect(summary).toMatchObject({ gpu: "H100", vramGb: 80, providerCount: 1, totalOffers: 2, cheapestSpot: null });
  expect(rest).toEqual([]);
});

test("a series covers every day of its range, with null for days that were not captured", () => {
  expect(fillDays([], { from: "2026-02-27", days: 3 }).map(({ date }) => date)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
});

test("measures the change from the first known price to the last", () => {
  expect(priceChange([null, 2, null, 2.5, null])).toEqual({ start: 2, end: 2.5, pctChange: 25 });
  expect(priceChange([null, null])).toEqual({ start: null, end: null, pctChange: null });
});

describe("prices that contradict all others are set aside", () => {
  const others = [10, 12, 14].map((onDemandUsdHour, index) => anOffer({ provider: `p${index}`, gpu: "B200", onDemandUsdHour }));
  const judged = (offer: Partial<GpuOffer>) => setAsidePrices([...others, anOffer({ gpu: "B200", provider: "runpod", ...offer })]).at(-1);

  test("below a tenth of the GPU's median on demand, on demand and spot alike", () => {
    expect(judged({ onDemandUsdHour: 0.01, spotUsdHour: 0.01 })).toMatchObject({
      onDemandUsdHour: null,
      spotUsdHour: null,
      setAside: [
        { price: "on_demand", usdHour: 0.01, reason: "below_tenth_of_median" },
        { price: "spot", usdHour: 0.01, reason: "below_tenth_of_median" },
      ],
    });
    expect(judged({ onDemandUsdHour: 2 })).toMatchObject({ onDemandUsdHour: 2, setAside: [] });
  });

  test("spot above on demand of the same provider and region, whose price on demand stands", () => {
    expect(judged({ onDemandUsdHour: 5, spotUsdHour: 6 })).toMatchObject({
      onDemandUsdHour: 5,
      spotUsdHour: null,
      setAside: [{ price: "spot", usdHour: 6, reason: "spot_above_on_demand" }],
    });
    expect(judged({ onDemandUsdHour: null, spotUsdHour: 6 })).toMatchObject({ spotUsdHour: 6, setAside: [] });
  });

  test("GPUs without a name are not compared with each other", () => {
    const unnamed = setAsidePrices([anOffer({ gpu: null, onDemandUsdHour: 10 }), anOffer({ gpu: null, onDemandUsdHour: 0.1 })]);
    expect(unnamed.map(({ onDemandUsdHour }) => onDemandUsdHour)).toEqual([10, 0.1]);
  });
});
