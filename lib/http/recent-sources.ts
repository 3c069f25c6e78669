import type { Db } from "@/db/client";
import { listSources, type SourceRecord } from "@/db/queries/operations";
import type { DatasetName } from "@/lib/datasets";
import { preparedStore } from "./prepared";

interface Reading {
  /** Of which reading of the dataset versions: a newer one means that a second has passed. */
  versionsReadAt: number;
  sources: Promise<SourceRecord[]>;
}

const readings = new WeakMap<Db, Map<DatasetName, Reading>>();

/** A dataset's sources as of the last reading of the versions, so that a busy endpoint asks for them once a second. */
export function recentSources(db: Db, dataset: DatasetName): Promise<SourceRecord[]> {
  const { versionsReadAt } = preparedStore();
  const known = readings.get(db) ?? new Map<DatasetName, Reading>();
  readings.set(db, known);
  const last = known.get(dataset);
  if (last && versionsReadAt !== 0 && last.versionsReadAt === versionsReadAt) return last.sources;
  const sources = listSources(db, dataset);
  known.set(dataset, { versionsReadAt, sources });
  sources.catch(() => known.delete(dataset));
  return sources;
}
