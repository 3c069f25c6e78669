import { gpuModels } from "@/lib/catalogs/gpu-pricing";
import { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { gpuSeries } from "@/lib/endpoints/gpu/pricing/series";
import { definePage } from "./define";
import { choiceParameter, integerParameter, pageParameter, sortParameter, textParameter } from "./parameters";

const COLUMNS = ["name", "vram", "live", "change", "spot", "offers"] as const;

export const gpusPage = definePage({
  path: "/gpus",
  title: "GPUs",
  description: "What a GPU costs per hour at clouds and marketplaces now: live prices and list prices apart, each with its source and day.",
  label: "GPUs",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: gpuPricing }, { endpoint: gpuSeries, takes: { gpu: "gpu" } }],
  parameters: {
    q: textParameter(),
    vram: integerParameter({ max: 100_000 }),
    /** Whose offers are listed one by one. */
    gpu: choiceParameter(gpuModels.map(({ id }) => id)),
    sort: sortParameter(COLUMNS, { column: "offers", direction: "desc" }),
    page: pageParameter(),
  },
});
