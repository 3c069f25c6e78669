import type { Db } from "@/db/client";
import { listSources, type SourceRecord } from "@/db/queries/freshness/operations";
import type { DatasetName } from "@/lib/datasets";
import { preparedStore } from "./prepared-answers";

interface RecentSources {
  /** The read of the dataset versions that it belongs to; a newer one means that a second has passed. */
  versionsReadAt: number;
  sources: Promise<readonly SourceRecord[]>;
}

const recent = new WeakMap<Db, Map<DatasetName | "all", RecentSources>>();

/**
 * When each source of a dataset, or of all, was last read, and its fault. Kept per read of the versions
 * (`ensureFreshVersions`), so that a busy endpoint asks the database at most once a second.
 */
export function recentSources(db: Db, dataset?: DatasetName): Promise<readonly SourceRecord[]> {
  const { versionsReadAt } = preparedStore();
  const byDataset = recent.get(db) ?? new Map<DatasetName | "all", RecentSources>();
  recent.set(db, byDataset);
  const key = dataset ?? "all";
  const last = byDataset.get(key);
  if (last && versionsReadAt !== 0 && last.versionsReadAt === versionsReadAt) return last.sources;
  const sources = listSources(db, dataset);
  byDataset.set(key, { versionsReadAt, sources });
  sources.catch(() => byDataset.delete(key));
  return sources;
}
