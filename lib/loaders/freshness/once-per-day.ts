import type { Db } from "@/db/client";
import type { DatasetName } from "@/lib/datasets";
import { oncePerVersion } from "./once-per-version";

/** As `oncePerVersion`, for values that also depend on the UTC day. */
export function oncePerDay<Value>(
  reads: readonly DatasetName[],
  load: (db: Db, day: string) => Promise<Value>,
): (db: Db, day: string) => Promise<Value> {
  const days = oncePerVersion(reads, () => Promise.resolve(new Map<string, Promise<Value>>()));
  return async (db, day) => {
    const cache = await days(db);
    const value = cache.get(day) ?? load(db, day);
    cache.set(day, value);
    value.catch(() => cache.delete(day));
    return value;
  };
}
