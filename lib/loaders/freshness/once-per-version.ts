import { LRUCache } from "lru-cache";
import type { Db } from "@/db/client";
import type { DatasetName } from "@/lib/datasets";
import { preparedStore } from "./prepared-answers";

interface CachedValue<Value> {
  /** The version store at loading time; a new store restarts its counters. */
  store: ReadonlyMap<string, number>;
  versions: string;
  value: Promise<Value>;
}

/**
 * Caches what `load` returns until a version of the datasets in `reads` changes.
 * Callers share the value: never mutate it.
 */
export function oncePerVersion<Value>(reads: readonly DatasetName[], load: (db: Db) => Promise<Value>): (db: Db) => Promise<Value> {
  const cache = new WeakMap<Db, CachedValue<Value>>();
  return (db) => {
    const store = preparedStore();
    const versions = reads.map((name) => store.versions.get(name) ?? 0).join(",");
    const last = cache.get(db);
    if (last?.store === store.versions && last.versions === versions && store.versionsReadAt !== 0) return last.value;
    const value = load(db);
    cache.set(db, { store: store.versions, versions, value });
    value.catch(() => cache.delete(db));
    return value;
  };
}

/**
 * Caches loaded values by key, at most `most`, until a version of the datasets in `reads` changes.
 * Callers share the value: never mutate it.
 */
export function cachePerKey<Value>(
  reads: readonly DatasetName[],
  most: number,
): (db: Db, key: string, load: () => Promise<Value>) => Promise<Value> {
  const keys = oncePerVersion(reads, async () => new LRUCache<string, Promise<Value>>({ max: most }));
  return async (db, key, load) => {
    const values = await keys(db);
    const known = values.get(key);
    if (known) return known;
    const value = load();
    values.set(key, value);
    value.catch(() => values.delete(key));
    return value;
  };
}

/** Answers ask about today, and shortly after midnight about the day before. */
const DAYS_ASKED = 8;

/** Caches values by UTC day, otherwise like `oncePerVersion`. */
export function oncePerDay<Value>(
  reads: readonly DatasetName[],
  load: (db: Db, day: string) => Promise<Value>,
): (db: Db, day: string) => Promise<Value> {
  const cached = cachePerKey<Value>(reads, DAYS_ASKED);
  return (db, day) => cached(db, day, () => load(db, day));
}
