import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockOwner } from "@/db/lock/process-lock.mjs";
import { keepAsking } from "../support/server/keep-alive-client";
import { runNpm, type NpmProcess } from "../support/server/npm-process";
import { inTier, isForLongTier } from "../support/lacks";
import { copyFirstStart } from "../support/server/prepared-world";
import { ensureBuild, startServer } from "../support/server/server";

const IS_AT = / is at http:\/\/localhost:(\d+)/;
const CLIENTS = 8;
let folder: string;
let npm: NpmProcess | undefined;

beforeAll(() => ensureBuild());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signals-"));
  await copyFirstStart(folder);
});
afterEach(() => {
  npm?.clear();
  npm = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const owner = () => lockOwner(join(folder, "db.lock"));

async function start(script: string): Promise<NpmProcess> {
  npm = runNpm(script, { DATA_DIR: folder });
  await npm.says(IS_AT);
  return npm;
}

async function untilFree(): Promise<void> {
  while ((await owner()) !== null) await delay(50);
}

const STOPS = [
  ["start", "SIGTERM"],
  ["dev", "SIGINT"],
] as const;
const OTHER_STOPS = [
  ["start", "SIGINT"],
  ["dev", "SIGTERM"],
] as const;

describe("npm run", () => {
  test.each([...STOPS, ...inTier([], OTHER_STOPS)])(
    "%s, stopped by %s to its own pid, ends in order and releases the folder",
    async (script, signal) => {
      const { pid, output, ended } = await start(script);
      expect(await owner()).not.toBeNull();
      process.kill(pid, signal);
      expect(await ended).toEqual({ code: 0, signal: null });
      expect(output()).toContain(`${signal}: stopping …`);
      expect(await owner()).toBeNull();
    },
  );
});

describe("npm start", () => {
  test("ends once, in order, when a terminal signals the whole group", async () => {
    const { pid, output, ended } = await start("start");
    process.kill(-pid, "SIGINT");
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(output().match(/stopping …/g)).toHaveLength(1);
    expect(await owner()).toBeNull();
  });

  test.skipIf(isForLongTier())("ends in order when npm is killed with -9", async () => {
    const { pid } = await start("start");
    process.kill(pid, "SIGKILL");
    await untilFree();
    expect(npm?.output()).toContain("SIGTERM: stopping …");
  });
});

describe("a server that is stopped under load", () => {
  test("completes the answers of keep-alive clients, announces the close, and resets none", async () => {
    const server = await startServer({ DATA_DIR: folder });
    const urls = ["/api/meta", "/api/models", "/api/premium/routing", "/api/no-such-path"].map((path) => `${server.baseUrl}${path}`);
    const clients = Array.from({ length: CLIENTS }, () => keepAsking(urls));
    await Promise.all(clients.map(({ started }) => started));
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(await Promise.all(clients.map(({ ended }) => ended))).toEqual(Array<string>(CLIENTS).fill("ECONNREFUSED"));
    for (const { answers } of clients) {
      expect(answers().filter(({ isWhole }) => !isWhole)).toEqual([]);
      expect(answers()[0]?.connection).toBe("keep-alive");
      expect(answers().at(-1)?.connection).toBe("close");
    }
  });

  test("answers a request that is still being sent", async () => {
    const server = await startServer({ DATA_DIR: folder });
    const call = request(`${server.baseUrl}/api/receipt/verify`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Content-Length": "2" },
    });
    call.flushHeaders();
    await once(call, "socket").then(([socket]) => once(socket, "connect"));
    await delay(200);
    const stopped = server.stop("SIGTERM");
    await delay(1500);
    call.end("{}");
    const [answer] = await once(call, "response");
    expect([answer.statusCode, answer.headers.connection]).toEqual([400, "close"]);
    answer.resume();
    expect(await stopped).toBe(0);
  });
});
