// @ts-check
import { randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";

/**
 * A lock between processes that survives kill -9: files `<name>-<generation>`, the newest counts. A generation is created
 * at most once, so of any number of processes that find a dead owner exactly one becomes the next.
 */

/** @typedef {{ pid: number | null, startedAt: string | null, host: string }} Owner */
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
/** On another host (containers that share a volume) a process cannot be looked up: its heartbeat speaks for it. */
const HEARTBEAT_LOST_MS = 30_000;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** Linux: a pid may be reused after a crash, its start time is not. @param {number} pid */
function startedAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

/** @param {string} path @param {Owner} owner */
function holds(path, owner) {
  if (owner.pid === null) return false;
  if (owner.host === hostname()) return isAlive(owner.pid) && (owner.startedAt === null || owner.startedAt === startedAt(owner.pid));
  const beat = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - beat < HEARTBEAT_LOST_MS;
}

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
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
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

/** The file stays and says "free": generations only ever grow. @param {string} file @param {string} path */
function keeperOf(file, path) {
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
      withDraft(file, { pid: null, startedAt: null, host: hostname() }, (draft) => renameSync(draft, path));
    } catch {
      // The folder was removed under us: nothing left to unlock.
    }
  };
  process.once("exit", release);
  return release;
}

/** Who holds the lock named `file` now; null when it is free. @param {string} file @returns {Owner | null} */
export function lockOwner(file) {
  if (!existsSync(dirname(file))) return null;
  const [newest] = generationsOf(file);
  const owner = newest ? readOwner(newest.path) : null;
  return newest && owner && holds(newest.path, owner) ? owner : null;
}

/** @param {string} folder @param {Owner} owner */
export function inUseSentence(folder, owner) {
  const place = owner.host === hostname() ? "" : ` on ${owner.host}`;
  return `The database folder ${folder} is in use by process ${owner.pid}${place}. Stop that process, or set DATA_DIR to another folder.`;
}

/** Takes the lock named `file` and gives back the way to release it. Throws LockHeldError. @param {string} file */
export function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  /** @type {Owner} */
  const me = { pid: process.pid, startedAt: startedAt(process.pid), host: hostname() };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [newest] = generationsOf(file);
    const owner = newest ? readOwner(newest.path) : null;
    if (newest && owner && holds(newest.path, owner)) throw new LockHeldError(file, owner);
    const generation = (newest?.generation ?? 0) + 1;
    const path = `${file}-${generation}`;
    if (!create(file, path, me)) continue;
    const all = generationsOf(file);
    if (all[0]?.generation === generation) {
      // The one before stays: a directory listing under way must not miss both.
      for (const old of all.slice(2)) rmSync(old.path, { force: true });
      return keeperOf(file, path);
    }
    unlinkSync(path);
  }
  throw new Error(`The lock ${file} cannot be taken; remove the files ${file}-* if no process uses it.`);
}
