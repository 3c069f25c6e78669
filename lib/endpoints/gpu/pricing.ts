import { z } from "zod";
import { type ListedGpuOffer, listGpuOffers } from "@/db/queries/gpu/gpu";
import { gpuModels, gpuProviders, gpuSources } from "@/lib/catalogs/gpu-pricing";
import { type GpuPriceType, summariseGpus } from "@/lib/domain/gpu/cheapest-gpus";
import { toCheapestGpu } from "@/lib/domain/gpu/to-cheapest-gpu";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { oncePerVersion } from "@/lib/loaders/freshness/once-per-version";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { recentSources } from "@/lib/loaders/freshness/recent-sources";
import { CatalogSource } from "@/lib/schemas/catalog-source";
import { csvOf } from "@/lib/schemas/csv";
import { CheapestGpu, GpuOffer } from "@/lib/schemas/gpu";

const NOTES = [
  "Prices are in US dollars per GPU hour, without taxes, storage and traffic.",
  "A price with is_live false is from the bundled catalog and was read on the day in last_seen; price_kind says whether it is a list price, an average, a median of a marketplace or a starting price.",
  "A price that contradicts all others counts nowhere and stands in set_aside with its reason.",
];

const toCsv = csvOf(GpuOffer, "set_aside");

const Summary = z.strictObject({
  canonical: z.string(),
  vram_gb: z.int(),
  provider_count: z.int(),
  total_offers: z.int(),
  cheapest_on_demand: CheapestGpu.nullable(),
  cheapest_spot: CheapestGpu.nullable(),
});

function toOffer(row: ListedGpuOffer): GpuOffer {
  return {
    provider: row.provider,
    gpu_raw: row.gpuRaw,
    gpu_canonical: row.gpu ?? "OTHER",
    vram_gb: row.vramGb,
    on_demand_usd_hr: row.onDemandUsdHour,
    spot_usd_hr: row.spotUsdHour,
    available_count: row.availableCount,
    region: row.region,
    tier: row.tier,
    instance: row.instance,
    gpus_per_instance: row.gpusPerInstance,
    price_kind: row.priceKind,
    is_live: row.isLive,
    source: row.source,
    source_url: row.sourceUrl,
    note: row.note,
    set_aside: row.setAside.map(({ price, usdHour, reason }) => ({ price, usd_hr: usdHour, reason })),
    last_seen: row.seenAt?.toISOString() ?? null,
  };
}

const cheapest = (offer: ListedGpuOffer | null, type: GpuPriceType): CheapestGpu | null => offer && toCheapestGpu(offer, type);

function summaries(rows: readonly ListedGpuOffer[]): z.output<typeof Summary>[] {
  return summariseGpus(rows, gpuModels).map((summary) => ({
    canonical: summary.gpu,
    vram_gb: summary.vramGb,
    provider_count: summary.providerCount,
    total_offers: summary.totalOffers,
    cheapest_on_demand: cheapest(summary.cheapestOnDemand, "on_demand"),
    cheapest_spot: cheapest(summary.cheapestSpot, "spot"),
  }));
}

const gpuOffers = oncePerVersion(["gpu_prices"], listGpuOffers);

export const gpuPricing = defineEndpoint({
  method: "GET",
  path: "/api/gpu/pricing",
  tag: "GPU prices",
  summary: "GPU pricing: what GPUs cost per hour at clouds and marketplaces, with the cheapest of each",
  description:
    "Live price lists where a cloud publishes one without an account, and a bundled catalog for the others. Empty lists before the first reading.",
  access: free(),
  reads: ["gpu_prices"],
  maxAgeSeconds: 600,
  response: z.strictObject({
    snapshot: z.strictObject({
      capturedAt: z
        .string()
        .nullable()
        .describe("When the price lists were last read, as in `captured_at`; each offer says when it was seen"),
      providers: z.array(z.string()),
      offers: z.array(GpuOffer),
      by_canonical: z.array(Summary),
      errors: z.array(z.strictObject({ provider: z.string(), fault: z.string(), last_read: z.string().nullable() })),
      notes: z.array(z.string()),
      sources: z.array(CatalogSource).describe("Where the bundled prices were read"),
    }),
  }),
  csv: ({ snapshot }) => toCsv(snapshot.offers),
}).handle(async ({ db, now }) => {
  const [rows, sources] = await Promise.all([gpuOffers(db), recentSources(db, "gpu_prices")]);
  const captured = await recentCapture(db, "gpu_prices", now);
  const offered = new Set(rows.map(({ provider }) => provider));
  return {
    snapshot: {
      capturedAt: captured?.toISOString() ?? null,
      providers: gpuProviders.map(({ id }) => id).filter((id) => offered.has(id)),
      offers: rows.map(toOffer),
      by_canonical: summaries(rows),
      errors: sources.flatMap(({ id, lastFault, lastReadAt }) =>
        lastFault ? [{ provider: id.split("/")[1] ?? id, fault: lastFault, last_read: lastReadAt?.toISOString() ?? null }] : [],
      ),
      notes: NOTES,
      sources: [...gpuSources],
    },
  };
});
