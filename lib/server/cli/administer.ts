import { request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { FolderInUseError } from "@/db/embedded/folder-lock";
import { CommandError } from "@/lib/config/command-error";
import { env } from "@/lib/config/env";
import { isFolderError } from "../start/data-folder";
import type { ControlResponse } from "./control";
import { controlAddress, databaseMark } from "./control-address";

/** A starting server holds the folder's lock before it listens for commands. */
const STARTING_SERVER_MS = 10_000;
const RETRY_MS = 250;
const NOBODY_LISTENS = new Set(["ENOENT", "ECONNREFUSED", "EPIPE"]);

/** An error of the data folder stays as it is: no server was ever reached. */
const stopped = (error: Error): Error =>
  isFolderError(error) ? error : new CommandError(`The server went away before it answered (${error.message}).`);

/** Null when no server listens on the data folder. Without a signal there is no time limit, because a command may take long. */
export function askServer(
  address: string,
  command: string,
  args: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ControlResponse | null> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: address, path: "/", method: "POST", ...(signal ? { signal } : {}) }, (response) => {
      json(response).then(
        (answer) => resolve(answer as ControlResponse),
        (error: Error) => reject(stopped(error)),
      );
    });
    call.on("error", (error: NodeJS.ErrnoException) => (NOBODY_LISTENS.has(error.code ?? "") ? resolve(null) : reject(stopped(error))));
    call.end(JSON.stringify({ command, args, database: databaseMark() }));
  });
}

/** Loads what opens and changes the database, which takes longer than asking a server that has it open. */
async function runHere(command: string, args: Record<string, unknown>, root: string): Promise<unknown> {
  const [{ commands }, { openDatabase }] = await Promise.all([import("./commands"), import("../start/open-database")]);
  const run = commands[command];
  if (!run) throw new CommandError(`There is no command ${JSON.stringify(command)}.`);
  const { db, close } = await openDatabase(root);
  try {
    return await run(db, args);
  } finally {
    await close();
  }
}

async function askOwnServer(command: string, args: Record<string, unknown>): Promise<{ result: unknown } | null> {
  const answer = await askServer(controlAddress(env().DATA_DIR), command, args);
  if (answer === null || answer.ok) return answer;
  if (answer.isOtherDatabase) return null;
  throw new CommandError(answer.message);
}

/**
 * Runs a command where the database is open. That is the server of this data folder, or this process
 * when there is none.
 */
export async function administer<Result>(command: string, args: Record<string, unknown> = {}): Promise<Result> {
  for (const giveUpAt = Date.now() + STARTING_SERVER_MS; ; await delay(RETRY_MS)) {
    const answer = await askOwnServer(command, args);
    if (answer) return answer.result as Result;
    try {
      return (await runHere(command, args, process.cwd())) as Result;
    } catch (error) {
      if (!(error instanceof FolderInUseError) || Date.now() > giveUpAt) throw error;
    }
  }
}
