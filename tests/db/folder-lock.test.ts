import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FolderInUseError, lockFolder } from "@/db/embedded/folder-lock";
import { LockHeldError, takeLock } from "@/db/lock/process-lock.mjs";
import { inTier } from "../support/lacks";

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
  outcome: Promise<string>;
}

function startContender(file: string, startAt = 0): Contender {
  return watchContender(
    spawn(process.execPath, ["--import", "tsx", script, file, String(startAt)], { stdio: ["ignore", "pipe", "inherit"] }),
  );
}

function watchContender(child: ChildProcess): Contender {
  children.push(child);
  const outcome = once(child.stdout as NodeJS.ReadableStream, "data").then(([chunk]) => String(chunk).trim());
  return { child, outcome };
}

/** Whether this user may create namespaces, as a container has. */
const canUnshare = spawnSync("unshare", ["--pid", "--uts", "--fork", "--mount-proc", "true"]).status === 0;
const WHY_NOT = canUnshare ? "" : " (skipped: `unshare` is not here, or not permitted to this user)";

/** Like `startContender`, but with process numbers and a host name of its own, as in a container. */
function startContenderInContainer(file: string, host: string): Contender {
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
  test("refuses a second owner in one sentence that names the first", async () => {
    const unlock = await lockFolder(join(folder, "db"));
    await expect(lockFolder(join(folder, "db"))).rejects.toThrow(
      `The database folder ${join(folder, "db")} is in use by process ${process.pid}. Stop that process, or set DATA_DIR to another folder.`,
    );
    await expect(lockFolder(join(folder, "db"))).rejects.toThrow(FolderInUseError);
    unlock();
  });

  test("can be taken again after release, and releasing twice is harmless", async () => {
    const unlock = await lockFolder(join(folder, "db"));
    unlock();
    const unlockSecond = await lockFolder(join(folder, "db"));
    unlock();
    await expect(lockFolder(join(folder, "db"))).rejects.toThrow(FolderInUseError);
    unlockSecond();
  });

  test("keeps at most two files", async () => {
    for (let turn = 0; turn < 20; turn++) (await takeLock(join(folder, "turns")))();
    expect(readdirSync(folder).length).toBeLessThanOrEqual(2);
  });

  test("takes over a lock left by kill -9", async () => {
    const file = join(folder, "db.lock");
    const first = startContender(file);
    expect(await first.outcome).toBe("taken");
    await expect(takeLock(file)).rejects.toThrow(`held by process ${first.child.pid}`);
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    (await takeLock(file))();
  });

  test("lets exactly one of ten simultaneous processes take over from a dead owner", async () => {
    for (let round = 0; round < inTier(1, 3); round++) {
      const file = join(folder, `round-${round}.lock`);
      writeOwner(file, { pid: DEAD_PID, startedAt: "1", host: hostname() });
      const startAt = Date.now() + 4000;
      const outcome = await Promise.all(Array.from({ length: 10 }, () => startContender(file, startAt).outcome));
      expect(outcome.toSorted()).toEqual([...Array<string>(9).fill("LockHeldError"), "taken"]);
      for (const child of children) child.kill("SIGKILL");
    }
  });

  test("treats an owner as dead when its pid belongs to another process", async () => {
    const file = join(folder, "db.lock");
    writeOwner(file, { pid: process.pid, startedAt: "1", host: hostname() });
    (await takeLock(file))();
  });

  test("treats an owner on another host as alive while its heartbeat is fresh", async () => {
    const file = join(folder, "db.lock");
    writeOwner(file, { pid: 1, startedAt: "1", host: "another-host" });
    await expect(takeLock(file)).rejects.toThrow("held by process 1");
    const before = new Date(statSync(`${file}-1`).mtimeMs - 60_000);
    utimesSync(`${file}-1`, before, before);
    (await takeLock(file))();
  });

  test("treats a half-written file, as a full disk leaves it, as free", async () => {
    const file = join(folder, "db.lock");
    writeFileSync(`${file}-1`, '{"pid":');
    (await takeLock(file))();
    expect(JSON.parse(readFileSync(`${file}-2`, "utf8"))).toMatchObject({ pid: null });
  });

  test("treats a copied folder as free, with or without the socket, while its owner lives", async () => {
    const original = join(folder, "original");
    const owner = startContender(join(original, "db.lock"));
    expect(await owner.outcome).toBe("taken");
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

  test("treats an owner without its socket as alive while its heartbeat is fresh", async () => {
    const file = join(folder, "db.lock");
    const unlock = await takeLock(file);
    for (const name of readdirSync(folder)) if (name.endsWith(".sock")) rmSync(join(folder, name));
    await expect(takeLock(file)).rejects.toThrow(`held by process ${process.pid}`);
    unlock();
  });

  test("treats a stopped or busy owner as alive", async () => {
    const file = join(folder, "db.lock");
    const owner = startContender(file);
    expect(await owner.outcome).toBe("taken");
    owner.child.kill("SIGSTOP");
    for (let attempt = 0; attempt < 5; attempt++) await expect(takeLock(file)).rejects.toThrow(LockHeldError);
  });

  test("locks a folder whose path is too long for a socket", async () => {
    const deep = join(folder, "d".repeat(120));
    mkdirSync(deep);
    const owner = startContender(join(deep, "db.lock"));
    expect(await owner.outcome).toBe("taken");
    await expect(takeLock(join(deep, "db.lock"))).rejects.toThrow(LockHeldError);
    owner.child.kill("SIGKILL");
    await once(owner.child, "exit");
    (await takeLock(join(deep, "db.lock")))();
  });

  test.skipIf(!canUnshare)(`refuses a second container with the same host name${WHY_NOT}`, async () => {
    const file = join(folder, "db.lock");
    const first = startContenderInContainer(file, "app");
    expect(await first.outcome).toBe("taken");
    expect(await startContenderInContainer(file, "app").outcome).toBe("LockHeldError");
    await expect(lockFolder(join(folder, "db"))).rejects.toThrow(/in use by process \d+ on app\. Stop/);
  });

  test.skipIf(!canUnshare)(`takes over at once from an owner killed in a container with another host name${WHY_NOT}`, async () => {
    const file = join(folder, "db.lock");
    const first = startContenderInContainer(file, "yesterday");
    expect(await first.outcome).toBe("taken");
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const next = startContenderInContainer(file, "today");
    expect(await next.outcome).toBe("taken");
  });
});
