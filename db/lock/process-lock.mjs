// @ts-check
import { randomUUID } from "node:crypto";
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { here, holds, isCountedHere } from "./lock-owner.mjs";
import { makeFolders } from "../../lib/config/make-folders.mjs";
import { listenOn } from "./lock-socket.mjs";

/**
 * The newest of the files `<name>-<generation>` is the lock. Exactly one of several successors creates it.
 * The owner's socket tells at once whether it lives, even stopped or in a container, else its heartbeat does.
 * The age of a file alone would let a lock outlast kill -9, or take it from an owner that was stopped longer.
 */

/** @typedef {import("./lock-owner.mjs").Owner} Owner */
/** @typedef {{ generation: number, path: string }} Generation */

export class LockHeldError extends Error {
  /** @param {string} file @param {Owner} owner */
  constructor(file, owner) {
    super(`${file} is held by process ${owner.pid}`);
    this.name = "LockHeldError";
    this.owner = owner;
  }
}

const MAX_ATTEMPTS = 200;
const HEARTBEAT_MS = 5000;

/** Null when the file is gone or was never completely written. @param {string} path @returns {Owner | null} */
function readOwner(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** Newest first. @param {string} file @returns {Generation[]} */
function generationsOf(file) {
  const prefix = `${basename(file)}-`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => ({ generation: Number(name.slice(prefix.length)), path: join(dirname(file), name) }))
    .sort((a, b) => b.generation - a.generation);
}

/** Writes a draft and lets `place` move it, so that nobody reads a half-written owner. @param {string} file @param {Owner} owner @param {(draft: string) => void} place */
function withDraft(file, owner, place) {
  const draft = `${file}.${randomUUID()}.new`;
  try {
    writeFileSync(draft, "", { mode: 0o600 });
    writeFileSync(draft, JSON.stringify({ ...owner, inode: statSync(draft).ino }));
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {string} file @param {string} path @param {Owner} owner @returns {boolean} */
function create(file, path, owner) {
  let isOurs = true;
  withDraft(file, owner, (draft) => {
    try {
      linkSync(draft, path);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
      isOurs = false;
    }
  });
  return isOurs;
}

/** Marks the lock as free. A full disk cannot take a new file, but truncating works, and an unreadable owner holds nothing. @param {string} file @param {string} path */
function markFree(file, path) {
  try {
    withDraft(file, { ...here, pid: null, startedAt: null }, (draft) => renameSync(draft, path));
  } catch {
    truncateSync(path);
  }
}

/** Keeps the heartbeat and returns the release. The released file stays, marked as free, because generations only grow. @param {string} file @param {string} path @param {() => void} stopListening */
function keepLock(file, path, stopListening) {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder was removed: there is nothing left to keep.
    }
  }, HEARTBEAT_MS).unref();
  const release = () => {
    clearInterval(heartbeat);
    process.removeListener("exit", release);
    try {
      markFree(file, path);
    } catch {
      // The folder was removed: there is nothing left to unlock.
    }
    stopListening();
  };
  process.once("exit", release);
  return release;
}

/** @param {string} file @returns {Promise<{ newest: Generation | undefined, owner: Owner | null }>} */
async function stateOf(file) {
  const [newest] = generationsOf(file);
  const owner = newest ? readOwner(newest.path) : null;
  return { newest, owner: newest && owner && (await holds(newest.path, owner)) ? owner : null };
}

/** Owner of the lock named `file`; null when it is free. @param {string} file @returns {Promise<Owner | null>} */
export async function lockOwner(file) {
  const folder = dirname(file);
  return existsSync(folder) && statSync(folder).isDirectory() ? (await stateOf(file)).owner : null;
}

/** @param {string} folder @param {Owner} owner */
export function inUseSentence(folder, owner) {
  const place = owner.host === here.host ? (isCountedHere(owner) ? "" : " of another container") : ` on ${owner.host}`;
  return `The database folder ${folder} is in use by process ${owner.pid}${place}. Stop that process, or set DATA_DIR to another folder.`;
}

/** Removes old generations, except the previous one: a concurrent directory listing must not miss both. @param {readonly Generation[]} older */
function removeOlder(older) {
  for (const { path } of older) {
    const socket = readOwner(path)?.socket;
    if (socket) rmSync(join(dirname(path), socket), { force: true });
    rmSync(path, { force: true });
  }
}

/** @param {string} file @param {Owner} me @returns {Promise<string>} path of our generation */
async function becomeOwner(file, me) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { newest, owner } = await stateOf(file);
    if (owner) throw new LockHeldError(file, owner);
    const generation = (newest?.generation ?? 0) + 1;
    const path = `${file}-${generation}`;
    if (!create(file, path, me)) continue;
    const all = generationsOf(file);
    if (all[0]?.generation === generation) {
      removeOlder(all.slice(2));
      return path;
    }
    unlinkSync(path);
  }
  throw new Error(`The lock ${file} cannot be taken; remove the files ${file}-* if no process uses it.`);
}

/** Takes the lock named `file` and returns the function that releases it. Throws LockHeldError. @param {string} file @returns {Promise<() => void>} */
export async function takeLock(file) {
  makeFolders(dirname(file), 0o777);
  const socket = `${basename(file)}.${randomUUID().slice(0, 8)}.sock`;
  const stopListening = await listenOn(join(dirname(file), socket));
  try {
    const path = await becomeOwner(file, { ...here, socket: stopListening && socket });
    return keepLock(file, path, stopListening ?? (() => undefined));
  } catch (error) {
    stopListening?.();
    throw error;
  }
}
