import { inTransaction } from "@/db/client";
import { type GpuOfferRow, replaceProviderOffers } from "@/db/queries/gpu/gpu";
import { listSources } from "@/db/queries/freshness/operations";
import { nameGpu } from "@/lib/catalogs/gpu-pricing";
import { akash } from "@/lib/sources/gpu/akash";
import { azure } from "@/lib/sources/gpu/azure";
import type { GpuSource, LiveGpuOffer } from "@/lib/sources/gpu/gpu-source";
import { runpod } from "@/lib/sources/gpu/runpod";
import { defineJob } from "./define";
import { countReads, readWhole, recordReads } from "@/lib/ingest/read-whole-source";
import { loadGpuCatalog } from "@/lib/ingest/gpu/load-bundled-offers";

const SOURCES: readonly GpuSource[] = [akash, azure, runpod];

function toRow({ key, ...offer }: LiveGpuOffer, { id: source, provider, pricingUrl }: GpuSource, seenAt: Date): GpuOfferRow {
  return {
    ...offer,
    id: `${provider}/live/${key}`,
    provider,
    gpu: nameGpu(offer.gpuRaw, offer.vramGb),
    isLive: true,
    source,
    sourceUrl: pricingUrl,
    note: null,
    seenAt,
  };
}

export const refreshGpuPrices = defineJob({
  name: "refresh-gpu-prices",
  summary: "Reads the public GPU price lists; one that fails or shrinks keeps its previous prices",
  cadence: { everyHours: 4, atMinute: 15 },
  writes: ["gpu_prices"],
  timeoutSeconds: 60,
  runsAtStart: true,
  async run({ db, http, now, log }) {
    const bundled = await loadGpuCatalog(db, now);
    const previous = new Map((await listSources(db, "gpu_prices")).map(({ id, itemCount }) => [id, itemCount]));
    const reads = await Promise.all(
      SOURCES.map(async (source) => {
        const read = await readWhole({
          source: source.id,
          dataset: "gpu_prices",
          at: now,
          previousCount: previous.get(source.id) ?? null,
          countOf: (offers) => offers.length,
          read: async () => ({ content: await source.read(http) }),
        });
        return { source, ...read };
      }),
    );
    await inTransaction(db, async (tx) => {
      for (const { source, content } of reads) {
        const rows = content?.map((offer) => [offer.key, toRow(offer, source, now)] as const);
        if (rows) await replaceProviderOffers(tx, source.provider, [...new Map(rows).values()]);
      }
      await recordReads(tx, reads);
    });
    return { bundled, ...countReads(reads, log), offers: reads.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) };
  },
});
