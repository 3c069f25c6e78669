import { request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { FolderInUseError } from "@/db/embedded/folder-lock";
import { CommandError } from "@/lib/config/command-error";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { commands } from "./commands";
import type { ControlAnswer } from "./control";
import { controlAddress } from "./control-address";
import { openDatabase } from "../start/open-database";

/** A starting server holds the folder's lock before it listens for commands. */
const STARTING_SERVER_MS = 10_000;
const RETRY_MS = 250;
const NOBODY_LISTENS = new Set(["ENOENT", "ECONNREFUSED", "EPIPE"]);

const stopped = (error: Error): CommandError => new CommandError(`The server went away before it answered (${error.message}).`);

/** Null when no server listens on the data folder. Without a signal there is no time limit, because a command may take long. */
export function askServer(
  address: string,
  command: string,
  args: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ControlAnswer | null> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: address, path: "/", method: "POST", ...(signal ? { signal } : {}) }, (response) => {
      json(response).then(
        (answer) => resolve(answer as ControlAnswer),
        (error: Error) => reject(stopped(error)),
      );
    });
    call.on("error", (error: NodeJS.ErrnoException) => (NOBODY_LISTENS.has(error.code ?? "") ? resolve(null) : reject(stopped(error))));
    call.end(JSON.stringify({ command, args }));
  });
}

async function runHere(command: string, args: Record<string, unknown>, root: string): Promise<unknown> {
  const run = commands[command];
  if (!run) throw new CommandError(`There is no command ${JSON.stringify(command)}.`);
  const { db, close } = await openDatabase(root);
  try {
    return await run(db, args);
  } finally {
    await close();
  }
}

async function runEmbedded(command: string, args: Record<string, unknown>, root: string): Promise<unknown> {
  const { DATA_DIR } = env();
  for (const giveUpAt = Date.now() + STARTING_SERVER_MS; ; await delay(RETRY_MS)) {
    const answer = await askServer(controlAddress(DATA_DIR), command, args);
    if (answer?.ok === false) throw new CommandError(answer.message);
    if (answer) return answer.result;
    try {
      return await runHere(command, args, root);
    } catch (error) {
      if (!(error instanceof FolderInUseError) || Date.now() > giveUpAt) throw error;
    }
  }
}

/** Runs a command where the database is: in the server that owns the embedded one, otherwise in this process. */
export async function administer<Result>(command: string, args: Record<string, unknown> = {}): Promise<Result> {
  const isEmbedded = databaseChoice(env()).driver === "pglite";
  const result = await (isEmbedded ? runEmbedded : runHere)(command, args, process.cwd());
  return result as Result;
}
