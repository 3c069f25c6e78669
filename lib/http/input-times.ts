import type { z } from "zod";
import type { Db } from "@/db/client";
import type { DatasetName } from "@/lib/datasets";
import type { InputTimes } from "@/lib/schemas/matched-model";
import { recentCapture } from "./recent-capture";

/** When the inputs of a computed answer were last read at their sources. */
export async function inputTimes(db: Db, now: Date): Promise<z.output<typeof InputTimes>> {
  const timeOf = async (dataset: DatasetName): Promise<string | null> => (await recentCapture(db, dataset, now))?.toISOString() ?? null;
  const [pricing, benchmarks, status, news] = await Promise.all((["models", "benchmarks", "provider_status", "news"] as const).map(timeOf));
  return { pricing: pricing ?? null, benchmarks: benchmarks ?? null, status: status ?? null, news: news ?? null };
}
