import { FolderInUseError } from "@/db/embedded/folder-lock";
import { UpdateError } from "@/db/migrate/update-alone";
import { CommandError } from "@/lib/config/command-error";
import { ConfigurationError, env } from "@/lib/config/env";
import { guardOutput } from "@/lib/config/guard-output";
import { describeError } from "@/lib/config/log";
import { endWithUsage } from "@/lib/config/usage.mjs";
import { unforeseenSentence } from "../start/start-sentence.mjs";
import { explainFolder, explainStorage } from "./explain-storage";
import { explainRefused, explainUnreachable } from "./explain-unreachable";

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
