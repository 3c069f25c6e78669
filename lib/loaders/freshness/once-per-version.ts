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
