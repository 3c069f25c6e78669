import type { Db } from "../client";
import { appliedMoments, migrationsOf } from "./migration-files";

let moments: readonly number[] | undefined;

/** Number of this release's migrations that the database lacks. Their files are read once. */
export async function countMissingMigrations(db: Db, root: string): Promise<number> {
  moments ??= migrationsOf(root).map(({ when }) => when);
  const applied = await appliedMoments(db);
  return moments.filter((when) => !applied.has(when)).length;
}
