import type { Db } from "@/db/client";
import { listVersions } from "@/db/queries/freshness/operations";
import { areVersionsFresh, preparedStore } from "./prepared-answers";

let reading: Promise<void> | null = null;

async function read(db: Db): Promise<void> {
  const store = preparedStore();
  for (const { dataset, version } of await listVersions(db)) store.versions.set(dataset, version);
  store.versionsReadAt = Date.now();
  store.mirror?.versions(store.versions, store.versionsReadAt);
}

/** Reads the dataset versions now; parallel callers share one reading. */
export function readVersions(db: Db): Promise<void> {
  reading ??= read(db).finally(() => {
    reading = null;
  });
  return reading;
}

/** Versions no older than a second. Prepared answers are trusted only behind this. */
export async function freshVersions(db: Db): Promise<void> {
  if (!areVersionsFresh()) await readVersions(db);
}
