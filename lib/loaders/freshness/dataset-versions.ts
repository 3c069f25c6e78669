import { setTimeout as delay } from "node:timers/promises";
import { isUnusable, type Db } from "@/db/client";
import { isStoreAway } from "@/db/store/store-state";
import { listVersions } from "@/db/queries/freshness/operations";
import { areVersionsFresh, preparedStore } from "./prepared-answers";

let reading: Promise<void> | null = null;

async function loadVersions(db: Db): Promise<void> {
  const store = preparedStore();
  const rows = await listVersions(db);
  for (const { dataset, version } of rows) store.versions.set(dataset, version);
  store.isSample = rows.some(({ isSample }) => isSample === true);
  store.versionsReadAt = Date.now();
}

/** Parallel callers share one read (single-flight). */
function readVersions(db: Db): Promise<void> {
  reading ??= loadVersions(db).finally(() => {
    reading = null;
  });
  return reading;
}

/** A database that takes longer counts as away where there is something to give without it. */
const PATIENCE_MS = 1000;

/** False also when the reading takes too long. Its timer ends with it: there is one of each call while versions are old. */
function isReadSoon(reading: Promise<boolean>): Promise<boolean> {
  const ended = new AbortController();
  const tooLate = delay(PATIENCE_MS, false, { ref: false, signal: ended.signal }).catch(() => false);
  return Promise.race([reading, tooLate]).finally(() => ended.abort());
}

/**
 * Reads the versions where an outdated answer is better than none. False when the database does not
 * say which are current.
 */
export async function tryFreshVersions(db: Db): Promise<boolean> {
  if (areVersionsFresh()) return true;
  if (isStoreAway()) return false;
  const reading = readVersions(db).then(
    () => true,
    (error: unknown) => {
      if (isUnusable(error)) return false;
      throw error;
    },
  );
  return isReadSoon(reading);
}

/** Starts a reading of versions that are old, without waiting for it. */
export async function refreshVersionsSoon(db: () => Promise<Db>): Promise<void> {
  if (reading || areVersionsFresh() || isStoreAway()) return;
  await readVersions(await db()).catch(() => undefined);
}

/** Reads the versions unless they are at most a second old. Required before a prepared answer is served. */
export async function ensureFreshVersions(db: Db): Promise<void> {
  if (!areVersionsFresh()) await readVersions(db);
}
