import type { Db } from "../client";
import { appliedMoments, migrationsOf } from "./migration-files";

let moments: readonly number[] | undefined;

/** How many migrations of this release the database has not had. Their files are read once. */
export async function countMissingMigrations(db: Db, root: string): Promise<number> {
  moments ??= migrationsOf(root).map(({ when }) => when);
  const applied = await appliedMoments(db);
  return moments.filter((when) => !applied.has(when)).length;
}
