// @ts-check
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { probe } from "./lock-socket.mjs";

/**
 * `boot` names the running kernel, which all containers of a machine share; `pids` the space in which `pid` is counted.
 * `socket` is null where there are no sockets. `inode` is the file's own: a copy has another.
 * @typedef {{ pid: number | null, startedAt: string | null, host: string, boot?: string | null, pids?: string | null, socket?: string | null, inode?: number }} Owner
 */

/** On another machine that shares the volume nothing can be looked up: its heartbeat speaks for it. */
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

/** Null where the system does not say. @template Result @param {() => Result} read */
function known(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/** @type {Owner} */
export const here = {
  pid: process.pid,
  startedAt: startedAt(process.pid),
  host: hostname(),
  boot: known(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
  pids: known(() => readlinkSync("/proc/self/ns/pid")),
};

/** @param {Owner} owner */
const isOfThisMachine = ({ boot, host }) => (boot ? boot === here.boot : host === here.host);

/** Whether its `pid` means the same process here. @param {Owner} owner */
export const isCountedHere = (owner) =>
  isOfThisMachine(owner) && (owner.pids === undefined ? owner.host === here.host : owner.pids === here.pids);

/** @param {string} path */
function beats(path) {
  const beat = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - beat < HEARTBEAT_LOST_MS;
}

/** @param {string} path @param {Owner} owner @param {string} socket */
async function listens(path, owner, socket) {
  const found = await probe(join(dirname(path), socket));
  if (found === "listening") return true;
  if (!isOfThisMachine(owner)) return beats(path);
  // Without its socket it is a copy, whose owner is that of the original; or somebody has removed the socket alone.
  return found === "missing" && statSync(path, { throwIfNoEntry: false })?.ino === owner.inode && beats(path);
}

/** Whether the owner that the file at `path` names is still there. @param {string} path @param {Owner} owner */
export async function holds(path, owner) {
  if (owner.pid === null) return false;
  if (owner.socket) return listens(path, owner, owner.socket);
  if (isCountedHere(owner)) return isAlive(owner.pid) && (owner.startedAt === null || owner.startedAt === startedAt(owner.pid));
  return beats(path);
}
