import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FolderInUseError, lockFolder } from "@/db/folder-lock";
import { takeLock } from "@/db/process-lock.mjs";

const script = join(import.meta.dirname, "../support/take-lock.ts");
const DEAD_PID = 2 ** 22 - 1;
let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

interface Contender {
  child: ChildProcess;
  said: Promise<string>;
}

function contend(file: string, startAt = 0): Contender {
  const child = spawn(process.execPath, ["--import", "tsx", script, file, String(startAt)], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const said = once(child.stdout as NodeJS.ReadableStream, "data").then(([chunk]) => String(chunk).trim());
  return { child, said };
}

const writeOwner = (file: string, owner: object): void => writeFileSync(`${file}-1`, JSON.stringify(owner));

describe("the lock of a database folder", () => {
  test("a second owner is refused in one sentence that names the first", async () => {
    const unlock = await lockFolder(join(folder, "db"));
    await expect(lockFolder(join(folder, "db"))).rejects.toThrow(`The database folder ${join(folder, "db")} is in use by process ${process.pid}. Stop that process, or set DATA_DIR to another folder.`);
    await expect(lockFolder(join(folder, "db"))).rejects.toThrow(FolderInUseError);
    unlock();
  });

  test("once unlocked it can be locked again, and unlocking twice changes nothing", async () => {
    const unlock = await lockFolder(join(folder, "db"));
    unlock();
    const unlockSecond = await lockFolder(join(folder, "db"));
    unlock();
    await expect(lockFolder(join(folder, "db"))).rejects.toThrow(FolderInUseError);
    unlockSecond();
  });

  test("it keeps no growing pile of files", async () => {
    for (let turn = 0; turn < 20; turn++) (await takeLock(join(folder, "turns")))();
    expect(readdirSync(folder).length).toBeLessThanOrEqual(2);
  });

  test("a lock left by kill -9 is taken over", async () => {
    const file = join(folder, "db.lock");
    const first = contend(file);
    expect(await first.said).toBe("taken");
    await expect(takeLock(file)).rejects.toThrow(`held by process ${first.child.pid}`);
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    (await takeLock(file))();
  });

  test("of ten processes that find a dead owner at one moment exactly one takes over", async () => {
    for (let round = 0; round < 3; round++) {
      const file = join(folder, `round-${round}.lock`);
      writeOwner(file, { pid: DEAD_PID, startedAt: "1", host: hostname() });
      const startAt = Date.now() + 4000;
      const said = await Promise.all(Array.from({ length: 10 }, () => contend(file, startAt).said));
      expect(said.toSorted()).toEqual([...Array<string>(9).fill("LockHeldError"), "taken"]);
      for (const child of children) child.kill("SIGKILL");
    }
  });

  test("an owner whose process number was given to another process is dead", async () => {
    const file = join(folder, "db.lock");
    writeOwner(file, { pid: process.pid, startedAt: "1", host: hostname() });
    (await takeLock(file))();
  });

  test("an owner on another host lives as long as its heartbeat", async () => {
    const file = join(folder, "db.lock");
    writeOwner(file, { pid: 1, startedAt: "1", host: "another-host" });
    await expect(takeLock(file)).rejects.toThrow("held by process 1");
    const before = new Date(statSync(`${file}-1`).mtimeMs - 60_000);
    utimesSync(`${file}-1`, before, before);
    (await takeLock(file))();
  });

  test("half a file, as a full disk leaves it, locks nobody out", async () => {
    const file = join(folder, "db.lock");
    writeFileSync(`${file}-1`, '{"pid":');
    (await takeLock(file))();
    expect(JSON.parse(readFileSync(`${file}-2`, "utf8"))).toMatchObject({ pid: null });
  });
});
