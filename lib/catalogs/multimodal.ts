import { z } from "zod";
import { Modality, type MultimodalModel, PricingUnit } from "@/lib/schemas/models/multimodal-model";
import { loadSources, ProviderId, providerName, sourceFinder } from "./catalog-entries";
import { CalendarDate, LooseDate, parseCatalog, WebAddress } from "./parse-catalog";
import raw from "./multimodal.json";

const FILE = "lib/catalogs/multimodal.json";

const UNIT_OF: Record<z.output<typeof Modality>, z.output<typeof PricingUnit>> = {
  image: "per_image",
  video: "per_second_video",
  tts: "per_1k_chars",
  stt: "per_minute_audio",
};

const Entry = z
  .strictObject({
    id: z.string().min(1),
    name: z.string().min(1),
    providerId: ProviderId,
    modality: Modality,
    pricingUnit: PricingUnit,
    pricingAmount: z.number().positive().nullable(),
    pricingNote: z.string().min(1),
    priceKind: z.enum(["vendor", "host", "reseller"]).nullable(),
    priceHost: ProviderId.nullable(),
    priceSource: z.string().nullable(),
    alternativePrices: z.array(z.strictObject({ provider: ProviderId, pricingAmount: z.number().positive(), source: z.string() })),
    maxOutput: z.string().min(1),
    isMaxOutputKnown: z.boolean(),
    features: z.array(z.string().min(1)).min(1),
    openSource: z.boolean(),
    license: z.string().nullable(),
    released: LooseDate.nullable(),
    retired: CalendarDate.nullable(),
    apiAvailable: z.boolean(),
    url: WebAddress,
    notes: z.string().min(1),
  })
  .refine((entry) => entry.pricingUnit === UNIT_OF[entry.modality], { path: ["pricingUnit"], message: "is not the unit of its modality" })
  .refine((entry) => (entry.pricingAmount === null) === (entry.priceSource === null), {
    path: ["priceSource"],
    message: "a price has a source",
  })
  .refine((entry) => (entry.pricingAmount === null) === (entry.priceKind === null), {
    path: ["priceKind"],
    message: "a price is somebody's",
  });

export const multimodalSources = loadSources(FILE, raw.sources);

const sourceOf = sourceFinder(FILE, multimodalSources);

function toModel({ priceSource, alternativePrices, ...entry }: z.output<typeof Entry>): MultimodalModel {
  const price = priceSource === null ? null : sourceOf(priceSource, entry.id);
  return {
    ...entry,
    provider: providerName(entry.providerId),
    alternativePrices: alternativePrices.map(({ source, ...alternative }) => {
      const { url, readOn } = sourceOf(source, entry.id);
      return { ...alternative, source_url: url ?? entry.url, verified_at: readOn };
    }),
    source_url: price?.url ?? entry.url,
    verified_at: price?.readOn ?? null,
  };
}

export const multimodalUpdated: string = raw.updated;

export const multimodalModels: readonly MultimodalModel[] = parseCatalog(FILE, Entry, raw.entries, "id").map(toModel);
