import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyFirstStart } from "../support/server/prepared-world";
import { programOf } from "../support/server/program";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";

const root = join(import.meta.dirname, "../..");
let folder: string;
let server: TestServer;

beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "start-"));
  await copyFirstStart(join(folder, "data"));
  server = await startServer({
    DATA_DIR: join(folder, "data"),
    PUBLIC_BASE_URL: "https://data.example.org",
    PAYMENT_ADDRESS: "0x1111111111111111111111111111111111111111",
    CHAIN_RPC_URLS: "http://127.0.0.1:9",
    OPERATOR_CONTACT: "ops@example.org",
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface ProcessResult {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(script: string, args: readonly string[] = [], variables: Record<string, string> = {}): Promise<ProcessResult> {
  const program = script.endsWith(".ts") ? await programOf(script) : script;
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    DATA_DIR: join(folder, "data"),
    SCHEDULER: "off",
    ...variables,
  } as unknown as NodeJS.ProcessEnv;
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const start = (variables: Record<string, string>) => run("lib/server/main.ts", [], variables);
const jobs = (args: readonly string[], variables?: Record<string, string>) => run("lib/server/cli/jobs-cli.ts", args, variables);

function sendBytes(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("the server's start", () => {
  test("prints in a few lines its address, what is known and what is missing", () => {
    const lines = server.output().trim().split("\n");
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(lines).toContainEqual(expect.stringContaining(`AI Ecosystem Data is at http://localhost:${server.port}`));
    expect(lines).toContainEqual(expect.stringMatching(/^Stale: .*GPU prices \(\d+ d old, as shipped\)/));
    expect(lines).toContainEqual(expect.stringMatching(/^Missing: AI news, .*Provider status.* \(no data yet\)$/));
    expect(lines).toContain("To look around with sample data, run `npm run demo`.");
  });

  test("says what a wallet on a public address needs before anything is sold", () => {
    expect(server.output()).toContain("sales: The operator has not published who sells here");
    expect(server.output()).toContain(
      "fix: set OPERATOR_LEGAL_ENTITY, OPERATOR_SOCIAL_URL, NEXT_PUBLIC_PAYMENT_ADDRESS, the last to the wallet of PAYMENT_ADDRESS, then npm start, which builds with it\n",
    );
  });

  test("refuses a second process on the same folder in one sentence that names the first, with exit code 1", async () => {
    const { code, stderr } = await start({ PORT: "0" });
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(
      `The database folder ${join(folder, "data/db")} is in use by process ${server.pid}. Stop that process, or set DATA_DIR to another folder.`,
    );
  });

  test("refuses it under npm start before installing or building anything", async () => {
    const { code, stdout, stderr } = await run("lib/server/start/start.mjs", [], {
      PORT: "0",
      NEXT_PUBLIC_PAYMENT_ADDRESS: `0x${"22".repeat(20)}`,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trim()).toBe(
      `The database folder ${join(folder, "data/db")} is in use by process ${server.pid}. Stop that process, or set DATA_DIR to another folder.`,
    );
  });

  test("names a used port and exits with 1", async () => {
    const DATA_DIR = join(folder, "other");
    await copyFirstStart(DATA_DIR);
    const { code, stderr } = await start({ PORT: String(server.port), DATA_DIR });
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${server.port} is in use.`);
  });

  test.each(["lib/server/main.ts", "lib/server/start/start.mjs"])(
    "names a used port before %s opens the database or builds",
    async (script) => {
      const { code, stdout, stderr } = await run(script, [], {
        PORT: String(server.port),
        DATA_DIR: join(folder, "unopened"),
        DATABASE_URL: "postgres://user:hunter2@127.0.0.1:9/name",
        NEXT_PUBLIC_PAYMENT_ADDRESS: `0x${"22".repeat(20)}`,
      });
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: "",
        stderr: `Port ${server.port} is in use. Stop what listens there, or set PORT to another.\n`,
      });
      expect(existsSync(join(folder, "unopened"))).toBe(false);
    },
  );

  test("names a malformed key in one line and exits with 1", async () => {
    const { code, stderr } = await start({ PORT: "http" });
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/^PORT: .* Example: PORT=3000$/)]);
  });

  test("names an unreachable Postgres without its password and exits with 1", async () => {
    const { code, stderr } = await start({ PORT: "0", DATABASE_URL: "postgres://user:hunter2@127.0.0.1:9/name" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database at 127\.0\.0\.1:9 cannot be used .* Check DATABASE_URL/);
    expect(stderr).not.toContain("hunter2");
  });
});

describe("a request that Next cannot handle", () => {
  test.each(["/api/%E0%A4%A", "/api/news/%zz?limit=1", "/api/%"])("gets 400 in JSON for %s", async (target) => {
    const answer = await sendBytes(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"malformed_request"');
  });

  test("gets JSON for malformed HTTP and for headers that are too large", async () => {
    expect(await sendBytes("\u0000\u0001 nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [^]*"ok":false/);
    expect(await sendBytes(`GET /api/meta HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [^]*"ok":false/,
    );
  });
});

describe("npm run jobs", () => {
  test("uses a control socket that only its owner can access", () => {
    expect(statSync(join(folder, "data/control.sock")).mode & 0o777).toBe(0o600);
  });

  test("lists and runs jobs through the running server", async () => {
    const listed = await jobs(["list"]);
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(listed.stdout).toMatch(/^prune-history +\S+ \S+ \S+ \S+ \S+ +never ran/m);
    const ran = await jobs(["run", "prune-history", "--now", "2026-01-05T03:00Z"]);
    expect(ran).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining('prune-history: {"status":"done"') });
    expect((await jobs(["list"])).stdout).toMatch(/^prune-history .* done at /m);
  });

  test("does the same without a server", async () => {
    const alone = { DATA_DIR: join(folder, "alone") };
    await copyFirstStart(alone.DATA_DIR);
    expect(await jobs(["run", "prune-history"], alone)).toMatchObject({ code: 0, stdout: expect.stringContaining('"status":"done"') });
    expect((await jobs(["list"], alone)).stdout).toMatch(/^prune-history .* done at /m);
  });

  test.each([
    [["run", "no-such-job"], "There is no job"],
    [["run", "prune-history", "--now", "yesterday"], "--now"],
    [["run", "prune-history", "--now", "2026-02-30T00:00"], "--now"],
    [["run"], "Usage:"],
    [["start"], "Usage:"],
    [[], "Usage:"],
    [["list", "--all"], "Usage:"],
  ] as const)("refuses %j in one line and exits with 1", async (args, expectedText) => {
    const { code, stderr } = await jobs(args);
    expect(code).toBe(1);
    expect(stderr).toContain(expectedText);
    expect(stderr.trim()).not.toContain("\n");
  });
});

describe("the server's end", () => {
  test("exits with 0 on SIGTERM, and after kill -9 the next start takes the folder over", async () => {
    const variables = { DATA_DIR: join(folder, "ended") };
    await copyFirstStart(variables.DATA_DIR);
    const killed = await startServer(variables);
    await killed.stop("SIGKILL");
    const next = await startServer(variables);
    expect((await fetch(`${next.baseUrl}/api/freshness`)).status).toBe(200);
    expect(await next.stop("SIGTERM")).toBe(0);
  });
});
