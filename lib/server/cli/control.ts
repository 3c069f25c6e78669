import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { makeFolders } from "@/lib/config/make-folders.mjs";
import type { Db } from "@/db/client";
import { CommandError } from "@/lib/config/command-error";
import { describeError, log } from "@/lib/config/log";
import { commands } from "./commands";
import { sentenceFor } from "./run-command-line";
import { controlAddress, databaseMark } from "./control-address";

const MAX_BODY_BYTES = 64 * 1024;

export type ControlResponse = { ok: true; result: unknown } | { ok: false; message: string; isOtherDatabase?: boolean };

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new CommandError("The command is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

interface SentCommand {
  command: string;
  args: Record<string, unknown>;
  database: unknown;
}

function parseCommand(body: string): SentCommand {
  try {
    const { command, args = {}, database } = JSON.parse(body) as { command?: unknown; args?: unknown; database?: unknown };
    if (typeof command === "string" && typeof args === "object" && args !== null) {
      return { command, args: args as Record<string, unknown>, database };
    }
  } catch {
    // Refused below, like every other malformed command.
  }
  throw new CommandError("A command is {command, args} in JSON.");
}

async function runCommand(db: Db, request: IncomingMessage): Promise<ControlResponse> {
  try {
    const { command, args, database } = parseCommand(await readBody(request));
    if (database !== undefined && database !== databaseMark()) {
      return { ok: false, message: "This server serves another database.", isOtherDatabase: true };
    }
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (!run) throw new CommandError(`There is no command ${JSON.stringify(command)}.`);
    return { ok: true, result: (await run(db, args)) ?? null };
  } catch (error) {
    if (!(error instanceof CommandError)) log.error("command failed", { error: describeError(error) });
    return { ok: false, message: sentenceFor(error) ?? (error instanceof Error ? error.message : String(error)) };
  }
}

async function respond(db: Db, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.stringify(await runCommand(db, request));
  response.writeHead(200, { "Content-Type": "application/json", Connection: "close" });
  response.end(body);
}

/** The umask applies from creation on, so other users can never open the socket, not even for a moment. */
function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = process.umask(0o177);
    server.once("error", reject);
    server.listen(address, resolve);
    process.umask(before);
  });
}

/** True when another process accepts commands there. Several servers of one Postgres may share a data folder. */
function isTaken(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}

const isInUse = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** False when another server has the socket, also one that starts at this very moment. One that nobody answers was left by a dead server. */
async function claim(server: Server, address: string): Promise<boolean> {
  for (const isLeftOver of [false, true]) {
    try {
      if (isLeftOver && process.platform !== "win32") rmSync(address, { force: true });
      await listen(server, address);
      return true;
    } catch (error) {
      if (!isInUse(error)) throw error;
      if (await isTaken(address)) return false;
    }
  }
  return false;
}

/** A server of Postgres may have no folder yet. One that may write nowhere serves all the same. */
async function tryToClaim(server: Server, dataDir: string): Promise<boolean> {
  try {
    makeFolders(dataDir);
    return await claim(server, controlAddress(dataDir));
  } catch (error) {
    log.warn("commands are not accepted, because their socket cannot be made in DATA_DIR", { error: describeError(error) });
    return false;
  }
}

/** Accepts commands on a socket, unless another server of this folder does. */
export async function startControl(dataDir: string, db: Db): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void respond(db, request, response));
  if (!(await tryToClaim(server, dataDir))) return async () => undefined;
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
