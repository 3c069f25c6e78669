import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../../support/lacks";
import { copyFirstStart } from "../../support/server/prepared-world";
import { ensureBuild, plainEnvironment } from "../../support/server/server";
import { findBinary } from "../../support/stores/find-binary.mjs";
import { freePort } from "../../support/stores/postgres";

const root = join(import.meta.dirname, "../../..");
const deployed = (name: string): string => readFileSync(join(root, "lib/server/deploy", name), "utf8");
const dockerfile = deployed("Dockerfile");
const unit = deployed("ai-ecosystem-data.service");

/** The words of an instruction in its JSON form; the last one counts. */
function instruction(name: string): string[] {
  const found = [...dockerfile.matchAll(new RegExp(`^.*\\b${name} (\\[.*\\])$`, "gm"))].at(-1)?.[1];
  return JSON.parse(found ?? "null") as string[];
}

const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";

let folder: string;
let port: number;
let running: ChildProcess | null = null;
beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "deploy-"));
  await copyFirstStart(folder);
  port = await freePort();
});
afterAll(() => {
  running?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => plainEnvironment({ DATA_DIR: folder, PORT: String(port), SCHEDULER: "off" });

/** The programs of the files are node, wherever they expect it. */
function run([program = "", ...args]: readonly string[]): ChildProcess {
  expect(program).toMatch(/(^|\/)node$/);
  return spawn(process.execPath, args, { cwd: root, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
}

const [checkProgram, ...checkArgs] = instruction("HEALTHCHECK.* CMD");
const isHealthy = (): boolean => spawnSync(process.execPath, checkArgs, { cwd: root, env: environment() }).status === 0;

/** Starts the entry command, waits until the health check passes, and ends it by the platform's signal. */
async function startAndStop(command: readonly string[]): Promise<void> {
  expect(isHealthy()).toBe(false);
  running = run(command);
  let output = "";
  for (const stream of [running.stdout, running.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(running, "close");
  await expect.poll(() => isHealthy() || running?.exitCode, { timeout: 120_000, interval: 500 }).toBe(true);
  running.kill("SIGTERM");
  expect([await ended, output]).toEqual([[0, null], expect.stringContaining("SIGTERM: stopping")]);
  running = null;
}

describe("the entry command of the image", () => {
  test("is node itself, of a user without rights, with its data in a volume", () => {
    expect(instruction("CMD")).toEqual(["node", "--max-semi-space-size=8", "lib/server/start/start.mjs"]);
    expect(checkProgram).toBe("node");
    expect([/^USER (\w+)$/m.exec(dockerfile)?.[1], /^VOLUME (\S+)$/m.exec(dockerfile)?.[1]]).toEqual(["node", "/data"]);
    expect(dockerfile).toContain("DATA_DIR=/data");
    expect(dockerfile.match(/^FROM /gm)).toHaveLength(2);
    for (const [path = ""] of dockerfile.matchAll(/lib\/[\w/.-]+\.mjs/g)) {
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    }
  });

  test("starts, is healthy, stops by SIGTERM with exit code 0, and starts again on the same data", async () => {
    await startAndStop(instruction("CMD"));
    await startAndStop(instruction("CMD"));
  });
});

describe("the unit of systemd", () => {
  test("starts the same command, which stops and starts again", async () => {
    expect(setting("ExecStart")).toBe("/usr/bin/node --max-semi-space-size=8 lib/server/start/start.mjs");
    await startAndStop(setting("ExecStart").split(" "));
  });

  const systemd = findBinary("systemd-analyze");
  test.skipIf(lacks(!systemd, "no systemd-analyze was found on this machine, so the unit was not checked by systemd"))(
    "is understood by systemd",
    () => {
      const { stderr } = spawnSync(systemd ?? "", ["verify", join(root, "lib/server/deploy/ai-ecosystem-data.service")], {
        encoding: "utf8",
      });
      expect(
        stderr.split("\n").filter((line) => line.includes("ai-ecosystem-data.service") && /unknown|invalid|failed to parse/i.test(line)),
      ).toEqual([]);
    },
  );
});

describe("the compose file", () => {
  const docker = findBinary("docker");
  const hasCompose = docker !== null && spawnSync(docker, ["compose", "version"]).status === 0;
  test.skipIf(lacks(!hasCompose, "no docker compose was found on this machine, so its file was not read by it"))(
    "has the service, Postgres and Redis, each of which is waited for",
    () => {
      const file = join(root, "lib/server/deploy/compose.yaml");
      const output = execFileSync(docker ?? "", ["compose", "-f", file, "config", "--format", "json"], {
        encoding: "utf8",
        env: { ...environment(), POSTGRES_PASSWORD: "secret" },
      });
      const { services } = JSON.parse(output) as { services: Record<string, { depends_on?: Record<string, unknown> }> };
      expect(Object.keys(services).toSorted()).toEqual(["app", "postgres", "redis"]);
      expect(Object.keys(services.app?.depends_on ?? {}).toSorted()).toEqual(["postgres", "redis"]);
    },
  );
});
