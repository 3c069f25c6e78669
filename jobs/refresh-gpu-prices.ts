import { inTransaction, type Db } from "@/db/client";
import { type GpuOfferRow, replaceProviderOffers, touchProviderOffers } from "@/db/queries/gpu/gpu";
import { bumpVersion, forgetValidators, listSources, recordSourceOutcomes, type SourceOutcome } from "@/db/queries/freshness/operations";
import { nameGpu } from "@/lib/catalogs/gpu-pricing";
import { hasShrunk } from "@/lib/domain/freshness/source-reading";
import { akash } from "@/lib/sources/gpu/akash";
import { azure } from "@/lib/sources/gpu/azure";
import type { GpuSource, LiveGpuOffer } from "@/lib/sources/gpu/gpu-source";
import { runpod } from "@/lib/sources/gpu/runpod";
import { SourceError, type SourceHttp } from "@/lib/sources/http/source";
import { defineJob, type JobCounts } from "./define";
import { loadGpuCatalog } from "@/lib/ingest/gpu/load-bundled-offers";

const SOURCES: readonly GpuSource[] = [akash, azure, runpod];

interface Reading {
  source: GpuSource;
  offers: LiveGpuOffer[] | null;
  error: Error | null;
}

async function readSource(source: GpuSource, http: SourceHttp): Promise<Reading> {
  try {
    return { source, offers: await source.read(http), error: null };
  } catch (error) {
    return { source, offers: null, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Turns a reading with no offers, or far fewer than the last one, into a failure. */
function refuseShrunk(reading: Reading, previousCount: number | null): Reading {
  if (reading.error || reading.offers === null) return reading;
  const count = reading.offers.length;
  if (count > 0 && !hasShrunk(previousCount, count)) return reading;
  return { ...reading, error: new SourceError("shrunk", `${count} offers, ${previousCount ?? "none"} before`) };
}

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

function outcomeOf({ source, offers, error }: Reading, at: Date): SourceOutcome {
  const fault = error === null ? null : error instanceof SourceError ? error.fault : "parse";
  return {
    source: source.id,
    dataset: "gpu_prices",
    at,
    fault,
    error: error?.message ?? null,
    itemCount: error || !offers ? null : offers.length,
  };
}

async function storeReadings(db: Db, readings: readonly Reading[], now: Date): Promise<void> {
  const read = readings.filter(({ error }) => error === null);
  if (read.length === 0) return;
  await inTransaction(db, async (tx) => {
    for (const { source, offers } of read) {
      const rows = offers && [...new Map(offers.map((offer) => [offer.key, toRow(offer, source, now)])).values()];
      await (rows ? replaceProviderOffers(tx, source.provider, rows) : touchProviderOffers(tx, source.provider, now));
    }
    await bumpVersion(tx, "gpu_prices", now);
  });
}

export const refreshGpuPrices = defineJob({
  name: "refresh-gpu-prices",
  summary: "Reads the public GPU price lists; one that fails or shrinks keeps its previous prices",
  cadence: { everyHours: 4, atMinute: 15 },
  writes: ["gpu_prices"],
  timeoutSeconds: 60,
  runsAtStart: true,
  async run({ db, http, now, log }): Promise<JobCounts | { skipped: string }> {
    const bundled = await loadGpuCatalog(db, now);
    const previous = new Map((await listSources(db, "gpu_prices")).map(({ id, itemCount }) => [id, itemCount]));
    const readings = (await Promise.all(SOURCES.map((source) => readSource(source, http)))).map((reading) =>
      refuseShrunk(reading, previous.get(reading.source.id) ?? null),
    );
    await storeReadings(db, readings, now);
    await recordSourceOutcomes(
      db,
      readings.map((reading) => outcomeOf(reading, now)),
    );
    const failed = readings.filter(({ error }) => error !== null);
    for (const { source, error } of failed) {
      log("GPU prices not read", { source: source.id, error: error?.message });
      await forgetValidators(db, source.id);
    }
    if (failed.length === readings.length) return { skipped: "no GPU price list could be read" };
    return {
      bundled,
      read: readings.length - failed.length,
      failed: failed.length,
      offers: readings.reduce((sum, { offers, error }) => sum + (error ? 0 : (offers?.length ?? 0)), 0),
    };
  },
});
