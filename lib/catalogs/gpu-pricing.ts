import { z } from "zod";
import { gpuNamer } from "@/lib/domain/gpu/gpu-names";
import raw from "./gpu-pricing.json";
import { loadSources, ProviderId, providerName } from "./catalog-entries";
import { CalendarDate, idAmong, parseCatalog, WebAddress } from "./parse-catalog";

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

export const gpuModels: readonly z.output<typeof Gpu>[] = parseCatalog(FILE, Gpu, raw.gpus, "id");

export const gpuProviders: readonly z.output<typeof GpuProvider>[] = parseCatalog(FILE, GpuProvider, raw.providers, "id");

export const gpuSources = loadSources(FILE, raw.sources);

const Entry = z
  .strictObject({
    id: z.string().min(1),
    provider: idAmong(gpuProviders, "is not a provider of the catalog"),
    gpu: idAmong(gpuModels, "is not a GPU of the catalog"),
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
    source: idAmong(gpuSources, "is not declared"),
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

export type BundledGpuOffer = z.output<typeof Entry>;

export const bundledGpuOffers: readonly BundledGpuOffer[] = parseCatalog(FILE, Entry, raw.entries, "id");

/** The day on which the newest of them was read. */
export const gpuPricesAsOf: string = bundledGpuOffers.reduce((newest, { asOf }) => (asOf !== null && asOf > newest ? asOf : newest), "");

export const nameGpu = gpuNamer(gpuModels);
