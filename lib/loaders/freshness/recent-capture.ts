import type { Db } from "@/db/client";
import { listSources } from "@/db/queries/freshness/operations";
import type { DatasetName } from "@/lib/datasets";
import { datasetCapture } from "@/lib/domain/freshness/dataset-capture";
import { preparedStore } from "./prepared-answers";
import type { z } from "zod";
import type { InputTimes } from "@/lib/schemas/models/matched-model";

export async function inputTimes(db: Db, now: Date): Promise<z.output<typeof InputTimes>> {
  const timeOf = async (dataset: DatasetName): Promise<string | null> => (await recentCapture(db, dataset, now))?.toISOString() ?? null;
  const [pricing, benchmarks, status, news] = await Promise.all((["models", "benchmarks", "provider_status", "news"] as const).map(timeOf));
  return { pricing: pricing ?? null, benchmarks: benchmarks ?? null, status: status ?? null, news: news ?? null };
}

interface CachedCapture {
  /** The read of the dataset versions that it belongs to; a newer one means that a second has passed. */
  versionsReadAt: number;
  capture: Promise<Date | null>;
}

const captures = new WeakMap<Db, Map<DatasetName, CachedCapture>>();

/** Cached per read of the versions, so that a busy endpoint queries at most once a second. */
export function recentCapture(db: Db, dataset: DatasetName, now: Date): Promise<Date | null> {
  const { versionsReadAt } = preparedStore();
  const byDataset = captures.get(db) ?? new Map<DatasetName, CachedCapture>();
  captures.set(db, byDataset);
  const last = byDataset.get(dataset);
  if (last && versionsReadAt !== 0 && last.versionsReadAt === versionsReadAt) return last.capture;
  const capture = listSources(db, dataset).then((sources) => datasetCapture(sources, now));
  byDataset.set(dataset, { versionsReadAt, capture });
  capture.catch(() => byDataset.delete(dataset));
  return capture;
}
