import { z } from "zod";
import { EmbeddingModel, EmbeddingType } from "@/lib/schemas/models/embedding-model";
import raw from "./embeddings.json";
import { loadSources, ProviderId, providerName, sourceFinder } from "./catalog-entries";
import { LooseDate, parseCatalog, WebAddress } from "./parse-catalog";

const FILE = "lib/catalogs/embeddings.json";

const Entry = z
  .strictObject({
    id: z.string().min(1),
    name: z.string().min(1),
    providerId: ProviderId,
    type: EmbeddingType,
    dimensions: z.int().positive().nullable(),
    dimensionOptions: z.array(z.int().positive()).nullable(),
    maxInputTokens: z.int().positive(),
    pricePer1MTokens: z.number().positive().nullable(),
    pricePer1KSearches: z.number().positive().nullable(),
    pricingNote: z.string().min(1),
    priceSource: z.string().nullable(),
    hostedPrices: z.array(z.strictObject({ provider: ProviderId, pricePer1MTokens: z.number().positive(), source: z.string() })),
    openSource: z.boolean(),
    license: z.string().min(1),
    licenseUrl: WebAddress.nullable(),
    modalities: z.array(z.enum(["text", "image", "audio", "video"])).min(1),
    multilingual: z.boolean(),
    parameters: z.int().positive().nullable(),
    released: LooseDate.nullable(),
    mtebAvg: z.number().min(0).max(100).nullable(),
    mtebVariant: EmbeddingModel.shape.mtebVariant,
    mteb_source_url: WebAddress.nullable(),
    url: WebAddress,
    notes: z.string().min(1),
    specSource: z.string(),
  })
  .refine((entry) => (entry.type === "embedding") === (entry.dimensions !== null), {
    path: ["dimensions"],
    message: "embeddings have dimensions, rerankers have none",
  })
  .refine((entry) => (entry.priceSource !== null) === (entry.pricePer1MTokens !== null || entry.pricePer1KSearches !== null), {
    path: ["priceSource"],
    message: "a price has a source",
  })
  .refine((entry) => (entry.mtebAvg === null) === (entry.mteb_source_url === null || entry.mtebVariant === null), {
    path: ["mtebAvg"],
    message: "a score has a variant and a source",
  });

export const embeddingSources = loadSources(FILE, raw.sources);

const sourceOf = sourceFinder(FILE, embeddingSources);

function toModel({ specSource, priceSource, hostedPrices, ...entry }: z.output<typeof Entry>): EmbeddingModel {
  const spec = sourceOf(specSource, entry.id);
  const price = priceSource === null ? null : sourceOf(priceSource, entry.id);
  return {
    ...entry,
    provider: providerName(entry.providerId),
    hostedPrices: hostedPrices.map(({ source, ...hosted }) => {
      const { url, readOn } = sourceOf(source, entry.id);
      return { ...hosted, source_url: url ?? entry.url, verified_at: readOn };
    }),
    source_url: spec.url ?? entry.url,
    verified_at: spec.readOn,
    price_source_url: price && (price.url ?? entry.url),
    price_verified_at: price?.readOn ?? null,
  };
}

export const embeddingsUpdated: string = raw.updated;

export const embeddingModels: readonly EmbeddingModel[] = parseCatalog(FILE, Entry, raw.entries, "id").map(toModel);
