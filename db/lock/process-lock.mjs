// @ts-check
import { randomUUID } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
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
import { listenOn } from "./lock-socket.mjs";

/**
 * A lock between processes that survives kill -9: files `<name>-<generation>`, the newest counts. A generation is created
 * at most once, so of any number of processes that find a dead owner exactly one becomes the next. Its owner listens on
 * the socket that the file names before the file exists.
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

/** Null where the file is gone or was never whole. @param {string} path @returns {Owner | null} */
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

/** Runs `place` on a finished file, so that nobody ever reads half an owner. @param {string} file @param {Owner} owner @param {(draft: string) => void} place */
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

/** On a full disk nothing new can be written, but a file can be emptied: an owner that was never whole holds nothing. @param {string} file @param {string} path */
function sayFree(file, path) {
  try {
    withDraft(file, { ...here, pid: null, startedAt: null }, (draft) => renameSync(draft, path));
  } catch {
    truncateSync(path);
  }
}

/** The file stays and says "free": generations only ever grow. @param {string} file @param {string} path @param {() => void} stopListening */
function keeperOf(file, path, stopListening) {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder was removed under us: nothing left to keep.
    }
  }, HEARTBEAT_MS).unref();
  const release = () => {
    clearInterval(heartbeat);
    process.removeListener("exit", release);
    try {
      sayFree(file, path);
    } catch {
      // The folder was removed under us: nothing left to unlock.
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

/** Who holds the lock named `file` now; null when it is free. @param {string} file @returns {Promise<Owner | null>} */
export async function lockOwner(file) {
  return existsSync(dirname(file)) ? (await stateOf(file)).owner : null;
}

/** @param {string} folder @param {Owner} owner */
export function inUseSentence(folder, owner) {
  const place = owner.host === here.host ? (isCountedHere(owner) ? "" : " of another container") : ` on ${owner.host}`;
  return `The database folder ${folder} is in use by process ${owner.pid}${place}. Stop that process, or set DATA_DIR to another folder.`;
}

/** The one before stays: a directory listing under way must not miss both. @param {readonly Generation[]} older */
function removeOlder(older) {
  for (const { path } of older) {
    const socket = readOwner(path)?.socket;
    if (socket) rmSync(join(dirname(path), socket), { force: true });
    rmSync(path, { force: true });
  }
}

/** @param {string} file @param {Owner} me @returns {Promise<string>} the path of the generation that is ours */
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

/** Takes the lock named `file` and gives back the way to release it. Throws LockHeldError. @param {string} file @returns {Promise<() => void>} */
export async function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const socket = `${basename(file)}.${randomUUID().slice(0, 8)}.sock`;
  const stopListening = await listenOn(join(dirname(file), socket));
  try {
    const path = await becomeOwner(file, { ...here, socket: stopListening && socket });
    return keeperOf(file, path, stopListening ?? (() => undefined));
  } catch (error) {
    stopListening?.();
    throw error;
  }
}
