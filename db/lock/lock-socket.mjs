// @ts-check
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * A socket in the folder of a lock, on which its owner listens. The kernel closes it when the owner dies, however it dies,
 * and answers for it to every process of this machine, in whatever container; an owner too busy to answer is connected to all the same.
 */

/** @typedef {"listening" | "nobody" | "missing"} Probe */

/** A Unix socket's path is cut at 104 to 108 bytes, depending on the system. */
const LONGEST_PATH_BYTES = 100;

/** Runs `work` with a path that a socket can have: through a link, where the real one is too long. @template Result @param {string} path @param {(path: string) => Promise<Result>} work */
async function withShortPath(path, work) {
  const whole = resolve(path);
  if (Buffer.byteLength(whole) <= LONGEST_PATH_BYTES) return work(whole);
  const folder = mkdtempSync(join(tmpdir(), "lock-"));
  try {
    symlinkSync(dirname(whole), join(folder, "to"));
    return await work(join(folder, "to", whole.slice(dirname(whole).length + 1)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Null where the system or the file system has no such sockets. @param {string} path @returns {Promise<(() => void) | null>} the way to stop listening */
export async function listenOn(path) {
  if (process.platform === "win32") return null;
  const server = createServer((socket) => socket.destroy());
  const isListening = await withShortPath(
    path,
    (short) =>
      new Promise((settle) => {
        server.once("error", () => settle(false));
        server.listen(short, () => settle(true));
      }),
  );
  if (!isListening) return null;
  server.unref();
  chmodSync(path, 0o600);
  return () => {
    server.close();
    rmSync(path, { force: true });
  };
}

/** What is neither a refusal nor a missing file (a full queue, a file of another user) may be an owner. @param {string} path @returns {Promise<Probe>} */
export function probe(path) {
  return withShortPath(
    path,
    (short) =>
      new Promise((settle) => {
        const socket = connect(short);
        socket.once("connect", () => {
          socket.destroy();
          settle("listening");
        });
        socket.once("error", (/** @type {NodeJS.ErrnoException} */ { code }) =>
          settle(code === "ECONNREFUSED" ? "nobody" : code === "ENOENT" ? "missing" : "listening"),
        );
      }),
  );
}
