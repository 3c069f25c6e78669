import type { Db } from "@/db/client";
import { listVersions } from "@/db/queries/operations";
import { preparedStore } from "./prepared";

const READ_EVERY_MS = 1000;

let reading: Promise<void> | null = null;

async function read(db: Db): Promise<void> {
  const store = preparedStore();
  for (const { dataset, version } of await listVersions(db)) store.versions.set(dataset, version);
  store.versionsReadAt = Date.now();
}

/** Reads the dataset versions now; parallel callers share one reading. */
export function readVersions(db: Db): Promise<void> {
  reading ??= read(db).finally(() => {
    reading = null;
  });
  return reading;
}

export const areVersionsFresh = (): boolean => Date.now() - preparedStore().versionsReadAt < READ_EVERY_MS;

/** Versions no older than a second. Prepared answers are trusted only behind this. */
export async function freshVersions(db: Db): Promise<void> {
  if (!areVersionsFresh()) await readVersions(db);
}

/** For the front server, which answers at once: asks for a reading when the last is old, waits for none. */
export function refreshVersionsSoon(open: () => Promise<Db>): void {
  if (reading || areVersionsFresh()) return;
  open().then(readVersions, () => undefined).catch(() => undefined);
}
