import { FolderInUseError } from "@/db/embedded/folder-lock";
import { UpdateError } from "@/db/migrate/update-alone";
import { CommandError } from "@/lib/config/command-error";
import { ConfigurationError, env } from "@/lib/config/env";
import { guardOutput } from "@/lib/config/guard-output";
import { describeError } from "@/lib/config/log";
import { endWithUsage } from "@/lib/config/usage.mjs";
import { unforeseenSentence } from "../start/start-sentence.mjs";
import { explainRefused, explainUnreachable } from "./explain-unreachable";
import { isStorageFull } from "@/db/client";
import { freeBytes, isStorageLow } from "@/db/embedded/storage";
import { databaseChoice } from "@/lib/config/database-choice";
import { inMegabytes } from "@/lib/domain/basics/bytes";
import { findFolderFault, isFolderError } from "../start/data-folder";

/** Emscripten's ENOSPC, thrown as an object that is not an Error. */
const EMSCRIPTEN_ENOSPC = 51;

const isNoSpace = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "errno" in error && error.errno === EMSCRIPTEN_ENOSPC && !(error instanceof Error);

/** With a full disk the embedded database reports nothing more specific than this when recovery fails. */
const failedToOpen = (error: unknown): boolean => error instanceof Error && error.message.includes("PGlite failed to initialize");

/** A sentence for the operator when the disk is full; null for other errors. */
function explainStorage(error: unknown): string | null {
  if (databaseChoice(env()).driver !== "pglite") return null;
  const { DATA_DIR } = env();
  if (!isStorageFull(error) && !isNoSpace(error) && !(failedToOpen(error) && isStorageLow(DATA_DIR))) return null;
  const free = freeBytes(DATA_DIR);
  const left = free === null ? "" : ` (${inMegabytes(free)} left)`;
  return `The disk of ${DATA_DIR} has too little space${left}: the embedded database cannot write. Make room there, then start again; what was committed is kept.`;
}

/** A sentence for the operator when nothing can be stored in DATA_DIR. Null for other errors. */
function explainFolder(error: unknown): string | null {
  if (!(error instanceof Error) || !isFolderError(error)) return null;
  const fault = findFolderFault(env().DATA_DIR);
  return fault && `DATA_DIR cannot be used: ${fault.says}. To mend it, ${fault.mend}.`;
}

/** A sentence for the operator; null for an error that nobody foresaw. */
export function sentenceFor(error: unknown): string | null {
  if ([ConfigurationError, FolderInUseError, UpdateError, CommandError].some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  return explainUnreachable(error) ?? explainStorage(error) ?? explainFolder(error) ?? explainRefused(error);
}

function isDebugging(): boolean {
  try {
    return env().LOG_LEVEL === "debug";
  } catch {
    return false;
  }
}

/** What an operator reads of a failure: a sentence, and the stack only where it is asked for. */
export function tellOperator(error: unknown): void {
  const sentence = sentenceFor(error) ?? unforeseenSentence(error);
  process.stderr.write(`${sentence}\n${isDebugging() ? `${describeError(error)}\n` : ""}`);
}

/** Lets the work end when its reader has had enough (`| head -1`). A restore ends whole though nobody reads it. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** Runs a command: exit code 0 unless `work` returns another, 1 with a message when it fails. `--help` prints its usage instead. */
export async function runCommandLine(usage: string, work: () => Promise<number | void>): Promise<void> {
  endWithUsage(usage);
  guardOutput();
  outliveReaders();
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    tellOperator(error);
    process.exitCode = 1;
  }
}
