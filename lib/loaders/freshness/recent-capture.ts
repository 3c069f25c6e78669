import type { z } from "zod";
import type { Db } from "@/db/client";
import type { DatasetName } from "@/lib/datasets";
import type { SourceRecord } from "@/db/queries/freshness/operations";
import { isFuture } from "@/lib/domain/freshness/clock";
import { captureOf } from "@/lib/domain/freshness/dataset-capture";
import type { InputTimes } from "@/lib/schemas/models/matched-model";
import { recentSources } from "./recent-sources";

/** Future times are left out. Where one exists, the capture time may change as time passes. */
const hasFuture = (sources: readonly SourceRecord[], now: Date): boolean =>
  sources.some(({ lastAttemptAt, lastReadAt }) => [lastAttemptAt, lastReadAt].some((time) => time !== null && isFuture(time, now)));

/** By the readings that it follows from, and the time from which it holds. */
const known = new WeakMap<readonly SourceRecord[], { capturedAt: Date | null; since: Date }>();

/** The one capture time of a dataset: answers, documents about freshness, health and pages all show it. */
export async function recentCapture(db: Db, dataset: DatasetName, now: Date): Promise<Date | null> {
  const sources = await recentSources(db, dataset);
  const made = known.get(sources);
  if (made && made.since <= now) return made.capturedAt;
  const capturedAt = captureOf(sources, now);
  if (!hasFuture(sources, now)) known.set(sources, { capturedAt, since: now });
  return capturedAt;
}

export async function inputTimes(db: Db, now: Date): Promise<z.output<typeof InputTimes>> {
  const timeOf = async (dataset: DatasetName): Promise<string | null> => (await recentCapture(db, dataset, now))?.toISOString() ?? null;
  const [pricing, benchmarks, status, news] = await Promise.all((["models", "benchmarks", "provider_status", "news"] as const).map(timeOf));
  return { pricing: pricing ?? null, benchmarks: benchmarks ?? null, status: status ?? null, news: news ?? null };
}
