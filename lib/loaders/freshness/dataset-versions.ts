import type { Db } from "@/db/client";
import { listVersions } from "@/db/queries/freshness/operations";
import { areVersionsFresh, preparedStore } from "./prepared-answers";

let reading: Promise<void> | null = null;

async function loadVersions(db: Db): Promise<void> {
  const store = preparedStore();
  const rows = await listVersions(db);
  for (const { dataset, version } of rows) store.versions.set(dataset, version);
  store.isSample = rows.some(({ isSample }) => isSample === true);
  store.versionsReadAt = Date.now();
  store.mirror?.versions(store.versions, store.versionsReadAt);
}

/** Parallel callers share one read (single-flight). */
export function readVersions(db: Db): Promise<void> {
  reading ??= loadVersions(db).finally(() => {
    reading = null;
  });
  return reading;
}

/** Reads the versions unless they are at most a second old. Required before a prepared answer is served. */
export async function ensureFreshVersions(db: Db): Promise<void> {
  if (!areVersionsFresh()) await readVersions(db);
}
