import { z } from "zod";
import { embeddingModels, embeddingSources, embeddingsUpdated } from "@/lib/catalogs/embeddings";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { CatalogSource } from "@/lib/schemas/catalog-source";
import { csvOf } from "@/lib/schemas/csv";
import { EmbeddingModel, EmbeddingType } from "@/lib/schemas/models/embedding-model";

const toCsv = csvOf(
  EmbeddingModel,
  "providerId",
  "dimensionOptions",
  "licenseUrl",
  "modalities",
  "parameters",
  "mteb_source_url",
  "hostedPrices",
);

export const embeddings = defineEndpoint({
  method: "GET",
  path: "/api/embeddings",
  tag: "Catalogs",
  summary: "Embedding models and rerankers: size, input limit, price, licence and MTEB score",
  description: "An editorial catalog. MTEB averages are comparable within one `mtebVariant` only. Unknown figures are null.",
  access: free(),
  reads: ["embeddings"],
  maxAgeSeconds: 600,
  query: z.object({ type: EmbeddingType.optional().describe("Only embedding models, or only rerankers") }),
  response: z.strictObject({
    source: z.string(),
    lastUpdated: z.string(),
    count: z.int(),
    sources: z.array(CatalogSource),
    models: z.array(EmbeddingModel),
  }),
  csv: ({ models }) => toCsv(models),
  example: { query: { type: "reranker" } },
}).handle(({ query, siteName }) => {
  const models = embeddingModels.filter((model) => query.type === undefined || model.type === query.type);
  return { source: siteName, lastUpdated: embeddingsUpdated, count: models.length, sources: [...embeddingSources], models };
});
