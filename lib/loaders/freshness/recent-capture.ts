import type { z } from "zod";
import type { Db } from "@/db/client";
import type { DatasetName } from "@/lib/datasets";
import { captureOf } from "@/lib/domain/freshness/dataset-capture";
import type { InputTimes } from "@/lib/schemas/models/matched-model";
import { recentSources } from "./recent-sources";

/** The one capture time of a dataset: answers, documents about freshness, health and pages all show it. */
export const recentCapture = async (db: Db, dataset: DatasetName, now: Date): Promise<Date | null> =>
  captureOf(await recentSources(db, dataset), now);

export async function inputTimes(db: Db, now: Date): Promise<z.output<typeof InputTimes>> {
  const timeOf = async (dataset: DatasetName): Promise<string | null> => (await recentCapture(db, dataset, now))?.toISOString() ?? null;
  const [pricing, benchmarks, status, news] = await Promise.all((["models", "benchmarks", "provider_status", "news"] as const).map(timeOf));
  return { pricing: pricing ?? null, benchmarks: benchmarks ?? null, status: status ?? null, news: news ?? null };
}
