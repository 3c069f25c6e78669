import { isStorageFull, isUnusable } from "@/db/client";
import { describeFailure, isRefusedByBreaker } from "@/db/store/store-state";
import { ApiError } from "@/lib/errors";
import { storageFull } from "./operator/storage";
import { log } from "@/lib/config/log";

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
