import { isStorageFull } from "@/db/client";
import { freeBytes, isStorageLow } from "@/db/embedded/storage";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";

/** What the embedded database's file system calls a full disk; its errors are no Errors. */
const NO_SPACE = 51;
const MB = 1024 * 1024;

const isErrno = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "errno" in error && error.errno === NO_SPACE && !(error instanceof Error);

/** On a full disk the embedded database says no more than this when it cannot recover. */
const hasNotOpened = (error: unknown): boolean => error instanceof Error && error.message.includes("PGlite failed to initialize");

/** A sentence about a disk that is full; null when the error is about something else. */
export function explainStorage(error: unknown): string | null {
  if (databaseChoice(env()).driver !== "pglite") return null;
  const { DATA_DIR } = env();
  if (!isStorageFull(error) && !isErrno(error) && !(hasNotOpened(error) && isStorageLow(DATA_DIR))) return null;
  const free = freeBytes(DATA_DIR);
  const left = free === null ? "" : ` (${Math.floor(free / MB)} MB left)`;
  return `The disk of ${DATA_DIR} has too little space${left}: the embedded database cannot write. Make room there, then start again; what was committed is kept.`;
}
