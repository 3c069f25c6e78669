// @ts-check
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { probe } from "./lock-socket.mjs";

/**
 * `boot` identifies the running kernel, which all containers of a machine share. `pids` is its pid namespace.
 * `socket` is null on systems without Unix sockets; `inode` is the lock file's own, which no copied file has.
 * @typedef {{ pid: number | null, startedAt: string | null, host: string, boot?: string | null, pids?: string | null, socket?: string | null, inode?: number }} Owner
 */

/** An owner on another machine that shares the volume shows only by its heartbeat that it lives. */
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

/** Linux: after a crash a pid may be reused, but not together with its start time. @param {number} pid */
function startedAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

/** Null when the system does not tell. @template Result @param {() => Result} read */
function orNull(read) {
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
  boot: orNull(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
  pids: orNull(() => readlinkSync("/proc/self/ns/pid")),
};

/** @param {Owner} owner */
const isOfThisMachine = ({ boot, host }) => (boot ? boot === here.boot : host === here.host);

/** True when the owner is in our pid namespace, so that its `pid` can be looked up here. @param {Owner} owner */
export const isCountedHere = (owner) =>
  isOfThisMachine(owner) && (owner.pids === undefined ? owner.host === here.host : owner.pids === here.pids);

/** @param {string} path */
function hasHeartbeat(path) {
  const beat = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - beat < HEARTBEAT_LOST_MS;
}

/** @param {string} path @param {Owner} owner @param {string} socket */
async function isListening(path, owner, socket) {
  const found = await probe(join(dirname(path), socket));
  if (found === "listening") return true;
  if (!isOfThisMachine(owner)) return hasHeartbeat(path);
  // Without the socket this file is a copy, or somebody removed the socket alone. Only the original keeps its inode.
  return found === "missing" && statSync(path, { throwIfNoEntry: false })?.ino === owner.inode && hasHeartbeat(path);
}

/** Whether the owner named by the file at `path` still lives. @param {string} path @param {Owner} owner */
export async function holds(path, owner) {
  if (owner.pid === null) return false;
  if (owner.socket) return isListening(path, owner, owner.socket);
  if (isCountedHere(owner)) return isAlive(owner.pid) && (owner.startedAt === null || owner.startedAt === startedAt(owner.pid));
  return hasHeartbeat(path);
}
