import type { Db } from "@/db/client";
import { listSources } from "@/db/queries/freshness/operations";
import type { DatasetName } from "@/lib/datasets";
import { datasetCapture } from "@/lib/domain/freshness/dataset-capture";
import { preparedStore } from "./prepared-answers";
import type { z } from "zod";
import type { InputTimes } from "@/lib/schemas/models/matched-model";

/** When the inputs of a computed answer were last read at their sources. */
export async function inputTimes(db: Db, now: Date): Promise<z.output<typeof InputTimes>> {
  const timeOf = async (dataset: DatasetName): Promise<string | null> => (await recentCapture(db, dataset, now))?.toISOString() ?? null;
  const [pricing, benchmarks, status, news] = await Promise.all((["models", "benchmarks", "provider_status", "news"] as const).map(timeOf));
  return { pricing: pricing ?? null, benchmarks: benchmarks ?? null, status: status ?? null, news: news ?? null };
}

interface Reading {
  /** Of which reading of the dataset versions: a newer one means that a second has passed. */
  versionsReadAt: number;
  capture: Promise<Date | null>;
}

const readings = new WeakMap<Db, Map<DatasetName, Reading>>();

/** When a dataset was captured, as of the last reading of the versions: a busy endpoint asks once a second. */
export function recentCapture(db: Db, dataset: DatasetName, now: Date): Promise<Date | null> {
  const { versionsReadAt } = preparedStore();
  const known = readings.get(db) ?? new Map<DatasetName, Reading>();
  readings.set(db, known);
  const last = known.get(dataset);
  if (last && versionsReadAt !== 0 && last.versionsReadAt === versionsReadAt) return last.capture;
  const capture = listSources(db, dataset).then((sources) => datasetCapture(sources, now));
  known.set(dataset, { versionsReadAt, capture });
  capture.catch(() => known.delete(dataset));
  return capture;
}
