import { z } from "zod";
import { listGpuOffersOf } from "@/db/queries/gpu/gpu";
import { gpuModels, nameGpu } from "@/lib/catalogs/gpu-pricing";
import { oldestCapture } from "@/lib/domain/freshness/dataset-capture";
import { cheapestOffers } from "@/lib/domain/gpu/cheapest-gpus";
import { toCheapestGpu } from "@/lib/domain/gpu/to-cheapest-gpu";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { gpuParam, CheapestGpu, GpuPriceType } from "@/lib/schemas/gpu";

const RESULTS = 3;

export const cheapestGpus = defineEndpoint({
  method: "GET",
  path: "/api/gpu/pricing/cheapest",
  tag: "GPU prices",
  summary: "Cheapest GPU pricing: the three cheapest providers of one GPU, on demand or spot",
  access: free(),
  reads: ["gpu_prices"],
  maxAgeSeconds: 300,
  query: z.object({
    gpu: gpuParam(nameGpu, gpuModels),
    type: GpuPriceType.default("on_demand").meta({ invalid: "invalid_type" }),
  }),
  response: z.strictObject({
    gpu: z.string(),
    vram_gb: z.int(),
    type: GpuPriceType,
    results: z.array(CheapestGpu).max(RESULTS),
    capturedAt: z
      .string()
      .nullable()
      .describe("When the oldest of these prices was read: by this service, or by people on the day in its `last_seen`"),
  }),
  example: { query: { gpu: "H100" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const offers = cheapestOffers(await listGpuOffersOf(db, query.gpu), query.gpu, query.type).slice(0, RESULTS);
  const times = offers.map(({ seenAt }) => seenAt);
  if (times.length > 0) capturedAt(times);
  return {
    gpu: query.gpu,
    vram_gb: gpuModels.find(({ id }) => id === query.gpu)?.vramGb ?? 0,
    type: query.type,
    results: offers.map((offer) => toCheapestGpu(offer, query.type)),
    capturedAt: oldestCapture(times, now)?.toISOString() ?? null,
  };
});
