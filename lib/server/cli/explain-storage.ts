import { isStorageFull } from "@/db/client";
import { freeBytes, isStorageLow } from "@/db/embedded/storage";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { inMegabytes } from "@/lib/domain/basics/bytes";
import { findFolderFault, isFolderError } from "../start/data-folder";

/** Emscripten's ENOSPC, thrown as an object that is not an Error. */
const EMSCRIPTEN_ENOSPC = 51;

const isNoSpace = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "errno" in error && error.errno === EMSCRIPTEN_ENOSPC && !(error instanceof Error);

/** With a full disk the embedded database reports nothing more specific than this when recovery fails. */
const failedToOpen = (error: unknown): boolean => error instanceof Error && error.message.includes("PGlite failed to initialize");

/** A sentence for the operator when the disk is full; null for other errors. */
export function explainStorage(error: unknown): string | null {
  if (databaseChoice(env()).driver !== "pglite") return null;
  const { DATA_DIR } = env();
  if (!isStorageFull(error) && !isNoSpace(error) && !(failedToOpen(error) && isStorageLow(DATA_DIR))) return null;
  const free = freeBytes(DATA_DIR);
  const left = free === null ? "" : ` (${inMegabytes(free)} left)`;
  return `The disk of ${DATA_DIR} has too little space${left}: the embedded database cannot write. Make room there, then start again; what was committed is kept.`;
}

/** A sentence for the operator when nothing can be stored in DATA_DIR. Null for other errors. */
export function explainFolder(error: unknown): string | null {
  if (!(error instanceof Error) || !isFolderError(error)) return null;
  const fault = findFolderFault(env().DATA_DIR);
  return fault && `DATA_DIR cannot be used: ${fault.says}. To mend it, ${fault.mend}.`;
}
