import { z } from "zod";
import { multimodalModels, multimodalSources, multimodalUpdated } from "@/lib/catalogs/multimodal";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { CatalogSource } from "@/lib/schemas/catalog-source";
import { csvOf } from "@/lib/schemas/csv";
import { Modality, MultimodalModel } from "@/lib/schemas/models/multimodal-model";

const toCsv = csvOf(MultimodalModel, "providerId", "alternativePrices", "isMaxOutputKnown");

export const multimodal = defineEndpoint({
  method: "GET",
  path: "/api/multimodal",
  tag: "Catalogs",
  summary: "Multimodal models for image, video and speech, with price per unit, largest output and features",
  description:
    "An editorial catalog. Images are priced per image, video per second, speech per 1,000 characters, transcription per minute of audio.",
  access: free(),
  reads: ["multimodal"],
  maxAgeSeconds: 600,
  query: z.object({ modality: Modality.optional().describe("Only one kind of model") }),
  response: z.strictObject({
    source: z.string(),
    lastUpdated: z.string(),
    count: z.int(),
    sources: z.array(CatalogSource),
    models: z.array(MultimodalModel),
  }),
  csv: ({ models }) => toCsv(models),
  example: { query: { modality: "video" } },
}).handle(({ query, siteName }) => {
  const models = multimodalModels.filter((model) => query.modality === undefined || model.modality === query.modality);
  return { source: siteName, lastUpdated: multimodalUpdated, count: models.length, sources: [...multimodalSources], models };
});
