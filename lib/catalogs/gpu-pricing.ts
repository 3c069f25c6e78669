import { z } from "zod";
import { gpuNamer } from "@/lib/domain/gpu/gpu-names";
import raw from "./gpu-pricing.json";
import { CalendarDate, loadEntries, loadSources, ProviderId, providerName, sourceFinder, WebAddress } from "./catalog-entries";
import { parseCatalog, requireUnique } from "./parse-catalog";

const FILE = "lib/catalogs/gpu-pricing.json";

const Gpu = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  vendor: z.enum(["nvidia", "amd"]),
  vramGb: z.int().positive(),
  aliases: z.array(z.string().min(1)),
});

const GpuProvider = z
  .strictObject({
    id: ProviderId,
    name: z.string(),
    kind: z.enum(["hyperscaler", "neocloud", "marketplace", "serverless"]),
    pricingUrl: WebAddress,
  })
  .refine(({ id, name }) => name === providerName(id), { path: ["name"], message: "is not the name in the provider table" });

export const gpuModels: readonly z.output<typeof Gpu>[] = loadEntries(FILE, Gpu, raw.gpus);

export const gpuProviders: readonly z.output<typeof GpuProvider>[] = parseCatalog(FILE, GpuProvider, raw.providers);

requireUnique(
  FILE,
  gpuProviders.map(({ id }) => id),
);

const gpuIds = new Set(gpuModels.map(({ id }) => id));
const providerIds = new Set(gpuProviders.map(({ id }) => id));

const Entry = z
  .strictObject({
    id: z.string().min(1),
    provider: z.string().refine((id) => providerIds.has(id), "is not a provider of the catalog"),
    gpu: z.string().refine((id) => gpuIds.has(id), "is not a GPU of the catalog"),
    gpuRaw: z.string().min(1),
    formFactor: z.string().nullable(),
    vramGb: z.int().positive(),
    tier: z.string().nullable(),
    region: z.string().nullable(),
    instance: z.string().nullable(),
    gpusPerInstance: z.int().positive(),
    onDemandUsdHour: z.number().positive().nullable(),
    spotUsdHour: z.number().positive().nullable(),
    priceKind: z.enum(["list", "average", "median", "from", "undated"]),
    asOf: CalendarDate.nullable(),
    source: z.string(),
    source_url: WebAddress,
    note: z.string().nullable(),
  })
  .refine((entry) => entry.onDemandUsdHour !== null || entry.spotUsdHour !== null, {
    path: ["onDemandUsdHour"],
    message: "an offer has a price",
  })
  .refine((entry) => (entry.asOf === null) === (entry.priceKind === "undated"), {
    path: ["asOf"],
    message: "only undated prices have no day",
  });

export const gpuSources = loadSources(FILE, raw.sources);

const sourceOf = sourceFinder(FILE, gpuSources);

export type BundledGpuOffer = z.output<typeof Entry>;

export const bundledGpuOffers: readonly BundledGpuOffer[] = loadEntries(FILE, Entry, raw.entries).map((entry) => {
  sourceOf(entry.source, entry.id);
  return entry;
});

export const nameGpu = gpuNamer(gpuModels);
