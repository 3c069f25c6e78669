import { z } from "zod";
import { type GpuSource, type LiveGpuOffer, usdPerGpuHour, readJson } from "./gpu-source";

const QUERY =
  "query { gpuTypes { id displayName memoryInGb secureCloud communityCloud securePrice communityPrice secureSpotPrice communitySpotPrice } }";

const GpuType = z.object({
  id: z.string().min(1).max(120),
  displayName: z.string().min(1).max(120),
  memoryInGb: z.number().positive().nullish(),
  secureCloud: z.boolean().nullish(),
  communityCloud: z.boolean().nullish(),
  securePrice: z.number().nullish(),
  communityPrice: z.number().nullish(),
  secureSpotPrice: z.number().nullish(),
  communitySpotPrice: z.number().nullish(),
});

const Answer = z.object({ data: z.object({ gpuTypes: z.array(GpuType) }) });

function toOffer(gpu: z.output<typeof GpuType>, tier: "secure" | "community"): LiveGpuOffer[] {
  const isSecure = tier === "secure";
  if (!(isSecure ? gpu.secureCloud : gpu.communityCloud)) return [];
  const onDemand = usdPerGpuHour(isSecure ? gpu.securePrice : gpu.communityPrice);
  const spot = usdPerGpuHour(isSecure ? gpu.secureSpotPrice : gpu.communitySpotPrice);
  if (onDemand === null && spot === null) return [];
  return [
    {
      key: `${gpu.id.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${tier}`,
      gpuRaw: gpu.displayName,
      vramGb: gpu.memoryInGb ?? null,
      tier,
      region: null,
      instance: gpu.id,
      gpusPerInstance: 1,
      onDemandUsdHour: onDemand,
      spotUsdHour: spot,
      availableCount: null,
      priceKind: "list",
    },
  ];
}

export const runpod: GpuSource = {
  id: "gpu_prices/runpod",
  provider: "runpod",
  pricingUrl: "https://www.runpod.io/pricing",
  async read(http) {
    const request = {
      source: this.id,
      url: "https://api.runpod.io/graphql",
      method: "POST" as const,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: QUERY }),
    };
    const { data } = await readJson(http, request, Answer);
    return data.gpuTypes.flatMap((gpu) => [...toOffer(gpu, "secure"), ...toOffer(gpu, "community")]);
  },
};
