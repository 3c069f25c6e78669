import { findAnvil, NO_ANVIL } from "./money/anvil";
import { hasShared } from "./shared";
import { findPgbouncer } from "./stores/pgbouncer";
import { NO_PGBOUNCER } from "./stores/find-binary.mjs";

/** Tells the runner why tests are skipped; it repeats each reason once at the end of its output. For `skipIf`. */
export function lacks(isMissing: boolean, reason: string): boolean {
  if (isMissing) process.stdout.write(`SKIPPED: ${reason}\n`);
  return isMissing;
}

export const lacksAnvil = (): boolean => lacks(!findAnvil(), NO_ANVIL);
export const lacksPgbouncer = (): boolean => lacks(!findPgbouncer(), NO_PGBOUNCER);
export const lacksShared = (): boolean => lacks(!hasShared, "the folder of recordings and gold sets is not beside the project");

const isLong = process.env.TEST_TIER === "long";

/** For what takes minutes, and whose essence the normal tier tests as well. */
export const isForLongTier = (): boolean => lacks(!isLong, "the long tier runs them (npm run test:long)");

/**
 * These tests run on Postgres, whose worlds start in a fifth of the time. The long tier repeats them
 * on the embedded database.
 */
export const WORLD_DRIVER = isLong ? "pglite" : "pg";

/** How often something random is tried: the long tier has the time for more. */
export const inTier = <Normal, Long>(normal: Normal, long: Long): Normal | Long => (isLong ? long : normal);
