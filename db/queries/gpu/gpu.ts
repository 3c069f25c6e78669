import { and, asc, between, eq, getTableColumns, inArray, not } from "drizzle-orm";
import type { Db } from "@/db/client";
import { gpuDays, gpuOffers } from "@/db/schema/gpu";
import { insertNew } from "../upsert-rows";
import { summariseGpus } from "@/lib/domain/gpu/cheapest-gpus";
import { setAsidePrices, type JudgedOffer } from "@/lib/domain/gpu/set-aside";
import type { GpuDay } from "@/lib/domain/gpu/gpu-series";

export type GpuOfferRow = typeof gpuOffers.$inferSelect;

export type ListedGpuOffer = JudgedOffer<GpuOfferRow>;

export const listGpuOffers = (db: Db): Promise<ListedGpuOffer[]> =>
  db.select().from(gpuOffers).orderBy(asc(gpuOffers.gpu), asc(gpuOffers.onDemandUsdHour), asc(gpuOffers.id)).then(setAsidePrices);

export const listGpuOffersOf = (db: Db, gpu: string): Promise<ListedGpuOffer[]> =>
  db.select().from(gpuOffers).where(eq(gpuOffers.gpu, gpu)).orderBy(asc(gpuOffers.id)).then(setAsidePrices);

export async function replaceProviderOffers(tx: Db, provider: string, offers: readonly GpuOfferRow[]): Promise<void> {
  await tx.delete(gpuOffers).where(eq(gpuOffers.provider, provider));
  if (offers.length > 0) await tx.insert(gpuOffers).values([...offers]);
}

/** Replaces the bundled rows of providers that were never read live. */
export async function replaceBundledOffers(tx: Db, offers: readonly GpuOfferRow[]): Promise<number> {
  await tx.delete(gpuOffers).where(not(gpuOffers.isLive));
  const live = await tx.selectDistinct({ provider: gpuOffers.provider }).from(gpuOffers);
  const isLive = new Set(live.map(({ provider }) => provider));
  const missing = offers.filter(({ provider }) => !isLive.has(provider));
  if (missing.length > 0) await tx.insert(gpuOffers).values(missing);
  return missing.length;
}

export interface GpuDayCapture {
  date: string;
  now: Date;
  readSince: Date;
  models: readonly { id: string; vramGb: number }[];
}

/** Stores the day's cheapest prices, once per day. Returns the number of GPUs; 0 without fresh offers. */
export async function captureGpuDay(tx: Db, { date, now, readSince, models }: GpuDayCapture): Promise<number> {
  const offers = await listGpuOffers(tx);
  const fresh = offers.filter(({ isLive, seenAt }) => isLive && seenAt !== null && seenAt >= readSince);
  const rows = summariseGpus(fresh, models).map((summary) => ({
    date,
    gpu: summary.gpu,
    cheapestOnDemandUsdHour: summary.cheapestOnDemand?.onDemandUsdHour ?? null,
    cheapestOnDemandProvider: summary.cheapestOnDemand?.provider ?? null,
    cheapestSpotUsdHour: summary.cheapestSpot?.spotUsdHour ?? null,
    cheapestSpotProvider: summary.cheapestSpot?.provider ?? null,
    providerCount: summary.providerCount,
    totalOffers: summary.totalOffers,
    capturedAt: now,
  }));
  await insertNew(tx, gpuDays, rows);
  return rows.length;
}

export function listGpuDays(db: Db, gpu: string, from: string, to: string): Promise<(GpuDay & { capturedAt: Date })[]> {
  const { gpu: _, ...day } = getTableColumns(gpuDays);
  return db
    .select(day)
    .from(gpuDays)
    .where(and(eq(gpuDays.gpu, gpu), between(gpuDays.date, from, to)))
    .orderBy(asc(gpuDays.date));
}

export const listGpuDay = async (db: Db, date: string, gpus: readonly string[]): Promise<(typeof gpuDays.$inferSelect)[]> =>
  db
    .select()
    .from(gpuDays)
    .where(and(eq(gpuDays.date, date), inArray(gpuDays.gpu, [...gpus])))
    .orderBy(asc(gpuDays.gpu));
