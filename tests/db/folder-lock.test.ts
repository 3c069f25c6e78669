import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FolderInUseError, lockFolder } from "@/db/embedded/folder-lock";
import { LockHeldError, takeLock } from "@/db/lock/process-lock.mjs";

const script = join(import.meta.dirname, "../support/stores/take-lock.ts");
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
  return watchContender(
    spawn(process.execPath, ["--import", "tsx", script, file, String(startAt)], { stdio: ["ignore", "pipe", "inherit"] }),
  );
}

function watchContender(child: ChildProcess): Contender {
  children.push(child);
  const said = once(child.stdout as NodeJS.ReadableStream, "data").then(([chunk]) => String(chunk).trim());
  return { child, said };
}

/** Whether this user may make namespaces of its own, as a container has. */
const canUnshare = spawnSync("unshare", ["--pid", "--uts", "--fork", "--mount-proc", "true"]).status === 0;
const WHY_NOT = canUnshare ? "" : " (skipped: `unshare` is not here, or not permitted to this user)";

/** Like `contend`, in a container: process numbers of its own, and a host name. */
function contendInContainer(file: string, host: string): Contender {
  const inside = 'hostname "$0" && exec "$@"';
  return watchContender(
    spawn(
      "unshare",
      [
        "--pid",
        "--uts",
        "--fork",
        "--kill-child",
        "--mount-proc",
        "sh",
        "-c",
        inside,
        host,
        process.execPath,
        "--import",
        "tsx",
        script,
        file,
        "0",
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    ),
  );
}

const writeOwner = (file: string, owner: object): void => writeFileSync(`${file}-1`, JSON.stringify(owner));

describe("the lock of a database folder", () => {
  test("a second owner is refused in one sentence that names the first", async () => {
    const unlock = await lockFolder(join(folder, "db"));
    await expect(lockFolder(join(folder, "db"))).rejects.toThrow(
      `The database folder ${join(folder, "db")} is in use by process ${process.pid}. Stop that process, or set DATA_DIR to another folder.`,
    );
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

  test("a folder that is copied while its owner lives is free at once, with the socket or without it", async () => {
    const original = join(folder, "original");
    const owner = contend(join(original, "db.lock"));
    expect(await owner.said).toBe("taken");
    for (const [copy, args] of [
      ["with", ["-a"]],
      ["without", ["-r"]],
    ] as const) {
      expect(spawnSync("cp", [...args, original, join(folder, copy)]).status).toBe(0);
      if (copy === "without") {
        for (const name of readdirSync(join(folder, copy))) if (name.endsWith(".sock")) rmSync(join(folder, copy, name));
      }
      (await takeLock(join(folder, copy, "db.lock")))();
    }
    await expect(takeLock(join(original, "db.lock"))).rejects.toThrow(`held by process ${owner.child.pid}`);
  });

  test("an owner whose socket was removed holds on by its heartbeat", async () => {
    const file = join(folder, "db.lock");
    const unlock = await takeLock(file);
    for (const name of readdirSync(folder)) if (name.endsWith(".sock")) rmSync(join(folder, name));
    await expect(takeLock(file)).rejects.toThrow(`held by process ${process.pid}`);
    unlock();
  });

  test("an owner too busy to answer, or stopped, still holds it", async () => {
    const file = join(folder, "db.lock");
    const owner = contend(file);
    expect(await owner.said).toBe("taken");
    owner.child.kill("SIGSTOP");
    for (let attempt = 0; attempt < 5; attempt++) await expect(takeLock(file)).rejects.toThrow(LockHeldError);
  });

  test("a folder whose path is too long for a socket is locked the same way", async () => {
    const deep = join(folder, "d".repeat(120));
    mkdirSync(deep);
    const owner = contend(join(deep, "db.lock"));
    expect(await owner.said).toBe("taken");
    await expect(takeLock(join(deep, "db.lock"))).rejects.toThrow(LockHeldError);
    owner.child.kill("SIGKILL");
    await once(owner.child, "exit");
    (await takeLock(join(deep, "db.lock")))();
  });

  test.skipIf(!canUnshare)(`two containers with one host name never own one folder${WHY_NOT}`, async () => {
    const file = join(folder, "db.lock");
    const first = contendInContainer(file, "app");
    expect(await first.said).toBe("taken");
    expect(await contendInContainer(file, "app").said).toBe("LockHeldError");
    await expect(lockFolder(join(folder, "db"))).rejects.toThrow(/in use by process \d+ on app\. Stop/);
  });

  test.skipIf(!canUnshare)(`an owner killed in a container of another name leaves the folder free at once${WHY_NOT}`, async () => {
    const file = join(folder, "db.lock");
    const first = contendInContainer(file, "yesterday");
    expect(await first.said).toBe("taken");
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const next = contendInContainer(file, "today");
    expect(await next.said).toBe("taken");
  });
});
