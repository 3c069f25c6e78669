import { request } from "node:http";
import { CommandError } from "@/lib/command-error";
import { databaseChoice, env } from "@/lib/env";
import { commands } from "./commands";
import type { ControlAnswer } from "./control";
import { controlAddress } from "./control-address";
import { openDatabase } from "./open-database";

const NOBODY_LISTENS = new Set(["ENOENT", "ECONNREFUSED", "EPIPE"]);

/** Null when no server listens on the data folder. A command takes as long as it takes: no time limit. */
function askServer(address: string, command: string, args: Record<string, unknown>): Promise<ControlAnswer | null> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: address, path: "/", method: "POST" }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString("utf8")) as ControlAnswer));
    });
    call.on("error", (error: NodeJS.ErrnoException) => (NOBODY_LISTENS.has(error.code ?? "") ? resolve(null) : reject(error)));
    call.end(JSON.stringify({ command, args }));
  });
}

async function carryOutHere(command: string, args: Record<string, unknown>, root: string): Promise<unknown> {
  const run = commands[command];
  if (!run) throw new CommandError(`There is no command ${JSON.stringify(command)}.`);
  const { db, close } = await openDatabase(root);
  try {
    return await run(db, args);
  } finally {
    await close();
  }
}

/** Carries out a command where the database is: in the server that owns the embedded one, else in this process. */
export async function administer<Result>(command: string, args: Record<string, unknown> = {}): Promise<Result> {
  const isEmbedded = databaseChoice(env()).driver === "pglite";
  const answer = isEmbedded ? await askServer(controlAddress(env().DATA_DIR), command, args) : null;
  if (answer?.ok === false) throw new CommandError(answer.message);
  return (answer ? answer.result : await carryOutHere(command, args, process.cwd())) as Result;
}
