import { isStorageLow } from "@/db/embedded/storage";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { ApiError } from "@/lib/errors";
import { isStorageFull, isUnusable } from "@/db/client";
import { describeFailure, isRefusedByBreaker } from "@/db/store/store-state";
import { log } from "@/lib/config/log";

/** Retry-After while the disk is full. */
const STORAGE_RETRY_SECONDS = 60;

/**
 * Whether the embedded database's disk is nearly full. Null where another database is used, or the
 * system does not tell.
 */
export const isOwnStorageLow = (): boolean | null => (databaseChoice(env()).driver === "pglite" ? isStorageLow(env().DATA_DIR) : null);

const storageFull = (): ApiError =>
  new ApiError("storage_full", undefined, { retry_after: STORAGE_RETRY_SECONDS }, { "Retry-After": String(STORAGE_RETRY_SECONDS) });

/**
 * Checked before each paid call. The space that is left then is for ending the calls under way, and
 * for the database's log.
 */
export function requireStorage(): void {
  if (isOwnStorageLow() === true) throw storageFull();
}

/** Retry-After while the database is unreachable. */
const RETRY_SECONDS = 5;

/** Never passes a foreign error message on to the caller. */
export function asApiError(error: unknown, path: string, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  // Said once, by the breaker.
  if (!isRefusedByBreaker(error)) log.error("request failed", { path, requestId, error: describeFailure(error) });
  if (isStorageFull(error)) return storageFull();
  if (isUnusable(error)) {
    const retryAfter = { "Retry-After": String(RETRY_SECONDS) };
    return new ApiError("unavailable", "The database cannot be reached right now.", { retry_after: RETRY_SECONDS }, retryAfter);
  }
  return new ApiError("internal_error");
}
