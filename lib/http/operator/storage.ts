import { isStorageLow } from "@/db/embedded/storage";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { ApiError } from "@/lib/errors";

const RETRY_SECONDS = 60;

/** Whether the embedded database's disk is nearly full; null where another database is used, or the system does not tell. */
export const isOwnStorageLow = (): boolean | null => (databaseChoice(env()).driver === "pglite" ? isStorageLow(env().DATA_DIR) : null);

export const storageFull = (): ApiError =>
  new ApiError("storage_full", undefined, { retry_after: RETRY_SECONDS }, { "Retry-After": String(RETRY_SECONDS) });

/** Asked before each paid call: what is left then is for ending the calls under way, and for the database's own log. */
export function requireStorage(): void {
  if (isOwnStorageLow() === true) throw storageFull();
}
