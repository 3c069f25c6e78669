import { FolderInUseError } from "@/db/folder-lock";
import { UpdateError } from "@/db/update-alone";
import { CommandError } from "@/lib/command-error";
import { ConfigurationError } from "@/lib/env";
import { guardOutput } from "@/lib/guard-output";
import { describeError } from "@/lib/log";
import { explainStorage } from "./explain-storage";
import { explainRefused, explainUnreachable } from "./explain-unreachable";

/** The one line an operator needs, or null where only the stack tells. */
export function sentenceFor(error: unknown): string | null {
  if ([ConfigurationError, FolderInUseError, UpdateError, CommandError].some((known) => error instanceof known)) {
    return (error as Error).message;
  }
  return explainUnreachable(error) ?? explainStorage(error) ?? explainRefused(error);
}

/** Frame of every command of ours: 0 when `work` says nothing else, 1 with a clear message when it fails. */
export async function runCommandLine(work: () => Promise<number | void>): Promise<void> {
  guardOutput();
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    process.stderr.write(`${sentenceFor(error) ?? describeError(error)}\n`);
    process.exitCode = 1;
  }
}
