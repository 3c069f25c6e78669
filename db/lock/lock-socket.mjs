// @ts-check
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve as resolvePath } from "node:path";

/**
 * A lock's owner listens on a socket in the lock's folder. The kernel closes it however the owner dies, and accepts
 * connections for it from every container of this machine, even while the owner is too busy to answer.
 */

/** @typedef {"listening" | "nobody" | "missing"} Probe */

/** The path of a Unix socket is limited to 104 to 108 bytes, depending on the system. */
const MAX_PATH_BYTES = 100;

/**
 * Runs `work` with a path short enough for a socket. A path that is too long is reached by a symbolic link.
 * @template Result @param {string} path @param {(path: string) => Promise<Result>} work
 */
async function withShortPath(path, work) {
  const whole = resolvePath(path);
  if (Buffer.byteLength(whole) <= MAX_PATH_BYTES) return work(whole);
  const folder = mkdtempSync(join(tmpdir(), "lock-"));
  try {
    symlinkSync(dirname(whole), join(folder, "to"));
    return await work(join(folder, "to", whole.slice(dirname(whole).length + 1)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the function that stops listening; null when the system or file system has no Unix sockets. @param {string} path @returns {Promise<(() => void) | null>} */
export async function listenOn(path) {
  if (process.platform === "win32") return null;
  const server = createServer((socket) => socket.destroy());
  const isListening = await withShortPath(
    path,
    (short) =>
      new Promise((resolve) => {
        server.once("error", () => resolve(false));
        server.listen(short, () => resolve(true));
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

/**
 * Other errors than a refusal or a missing file may mean a living owner. Examples are a full queue and
 * another user's socket.
 * @param {string} path @returns {Promise<Probe>}
 */
export function probe(path) {
  return withShortPath(
    path,
    (short) =>
      new Promise((resolve) => {
        const socket = connect(short);
        socket.once("connect", () => {
          socket.destroy();
          resolve("listening");
        });
        socket.once("error", (/** @type {NodeJS.ErrnoException} */ { code }) =>
          resolve(code === "ECONNREFUSED" ? "nobody" : code === "ENOENT" ? "missing" : "listening"),
        );
      }),
  );
}
