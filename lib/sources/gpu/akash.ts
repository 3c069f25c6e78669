import { z } from "zod";
import { type GpuSource, type LiveGpuOffer, usdPerGpuHour, readJson } from "./gpu-source";

const GpuPrices = z.object({
  models: z.array(
    z.object({
      model: z.string().min(1).max(80),
      ram: z.string().max(20).nullish(),
      interface: z.string().max(40).nullish(),
      availability: z.object({ available: z.number() }).nullish(),
      price: z.object({ currency: z.string(), med: z.number() }).nullish(),
    }),
  ),
});

const gibOf = (ram: string | null | undefined): number | null => {
  const digits = /^(\d{1,4})\s*G/i.exec(ram ?? "")?.[1];
  return digits ? Number(digits) : null;
};

/** Akash is a marketplace: the price is the median of last month's bids. */
function toOffers({ models }: z.output<typeof GpuPrices>): LiveGpuOffer[] {
  return models.flatMap(({ model, ram, interface: form, availability, price }) => {
    const usd = price?.currency === "USD" ? usdPerGpuHour(price.med) : null;
    if (usd === null) return [];
    return [
      {
        key: [model, ram, form].filter(Boolean).join("-").toLowerCase(),
        gpuRaw: [model, ram, form].filter(Boolean).join(" "),
        vramGb: gibOf(ram),
        tier: null,
        region: null,
        instance: null,
        gpusPerInstance: 1,
        onDemandUsdHour: usd,
        spotUsdHour: null,
        availableCount: availability ? Math.max(0, Math.trunc(availability.available)) : null,
        priceKind: "median" as const,
      },
    ];
  });
}

export const akash: GpuSource = {
  id: "gpu_prices/akash",
  provider: "akash",
  pricingUrl: "https://akash.network/pricing/gpus/",
  async read(http) {
    return toOffers(await readJson(http, { source: this.id, url: "https://console-api.akash.network/v1/gpu-prices" }, GpuPrices));
  },
};
