import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A Unix socket's path is cut at 104 to 108 bytes, depending on the system. */
const LONGEST_PATH_BYTES = 100;

/** Where the owner of a data folder listens for its command line. */
export function controlAddress(dataDir: string): string {
  const folder = resolve(dataDir);
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\control-${hash}`;
  const path = join(folder, "control.sock");
  return Buffer.byteLength(path) <= LONGEST_PATH_BYTES ? path : join(tmpdir(), `control-${hash}.sock`);
}
