import { FolderInUseError } from "@/db/folder-lock";
import { CommandError } from "@/lib/command-error";
import { ConfigurationError } from "@/lib/env";
import { describeError } from "@/lib/log";
import { explainStorage } from "./explain-storage";
import { explainUnreachable } from "./explain-unreachable";

/** The one line an operator needs, or null where only the stack tells. */
export function sentenceFor(error: unknown): string | null {
  if (error instanceof ConfigurationError || error instanceof FolderInUseError || error instanceof CommandError) return error.message;
  return explainUnreachable(error) ?? explainStorage(error);
}

/** Frame of every command of ours: 0 when `work` says nothing else, 1 with a clear message when it fails. */
export async function runCommandLine(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    process.stderr.write(`${sentenceFor(error) ?? describeError(error)}\n`);
    process.exitCode = 1;
  }
}
