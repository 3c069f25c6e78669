import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";

/** Identifies the configured database without its address. A command must not reach a server of another. */
export function databaseMark(): string {
  const choice = databaseChoice(env());
  const address = choice.driver === "pglite" ? "embedded" : choice.url;
  return createHash("sha256").update(address).digest("hex").slice(0, 16);
}

/** The path of a Unix socket is limited to 104 to 108 bytes, depending on the system. */
const MAX_PATH_BYTES = 100;

export function controlAddress(dataDir: string): string {
  const folder = resolve(dataDir);
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\control-${hash}`;
  const path = join(folder, "control.sock");
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : join(tmpdir(), `control-${hash}.sock`);
}
