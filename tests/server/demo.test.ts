import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dropUnfinishedDemo, unfinishedFile } from "@/lib/server/start/demo-process.mjs";
import { copyFirstStart } from "../support/server/prepared-world";
import { ensureBuild, plainEnvironment, startServer, type TestServer } from "../support/server/server";

const BUTTON = "Look around with sample data";
const root = join(import.meta.dirname, "../..");

let folder: string;
let server: TestServer;

beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "demo-"));
  await copyFirstStart(join(folder, "data"));
  server = await startServer({ DATA_DIR: join(folder, "data") });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function ask(method: string, target: string, headers: Record<string, string> = {}, port = server.port): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, method, path: target, headers: { host: `localhost:${port}`, ...headers } },
      (response) => text(response).then((body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }), reject),
    );
    call.on("error", reject);
    call.end();
  });
}

const ownOrigin = () => ({ origin: `http://localhost:${server.port}` });

describe("a server that has read nothing yet", () => {
  test("offers the demo on every page to a browser on this machine", async () => {
    await expect.poll(async () => (await ask("GET", "/")).body).toContain(BUTTON);
    expect((await ask("GET", "/models")).body).toContain(BUTTON);
  });

  test("does not offer it under another name or by a proxy, though the page was cached with it", async () => {
    expect((await ask("GET", "/", { host: "data.example.org" })).body).not.toContain(BUTTON);
    expect((await ask("GET", "/", { "x-forwarded-for": "203.0.113.9" })).body).not.toContain(BUTTON);
    expect((await ask("GET", "/", { "x-demo-offered": "yes", via: "1.1 proxy" })).body).not.toContain(BUTTON);
  });

  test.each([
    ["another name", () => ({ host: "data.example.org", origin: "http://data.example.org" })],
    ["a proxy", () => ({ ...ownOrigin(), "x-forwarded-for": "203.0.113.9" })],
    ["a proxy that names itself", () => ({ ...ownOrigin(), via: "1.1 proxy" })],
    ["a page of another site", () => ({ origin: "https://evil.example" })],
    ["a page of another server on this machine", () => ({ origin: `http://localhost:${server.port + 1}` })],
    ["a page of another site, as the browser says", () => ({ ...ownOrigin(), "sec-fetch-site": "cross-site" })],
    ["nobody", (): Record<string, string> => ({})],
  ])("refuses a form from %s, and starts nothing", async (_, headers) => {
    expect((await ask("POST", "/demo", headers())).status).toBe(403);
    const seen = await ask("GET", "/demo");
    expect([seen.status, seen.body]).toEqual([503, expect.stringContaining("It was not started yet.")]);
  });

  test("shows nothing of the demo to others", async () => {
    expect((await ask("GET", "/demo", { host: "data.example.org" })).status).toBe(403);
  });
});

test("a server on a public address has no such address at all", async () => {
  await copyFirstStart(join(folder, "public"));
  const other = await startServer({ DATA_DIR: join(folder, "public"), PUBLIC_BASE_URL: "https://data.example.org" });
  try {
    const origin = { origin: `http://localhost:${other.port}` };
    expect((await ask("GET", "/", {}, other.port)).body).not.toContain(BUTTON);
    expect((await ask("GET", "/demo", {}, other.port)).status).toBe(404);
    expect((await ask("POST", "/demo", origin, other.port)).status).toBe(405);
  } finally {
    await other.stop();
  }
});

/** Where the page leads once the demo answers. */
async function addressOfDemo(): Promise<string> {
  for (;;) {
    const { status, headers, body } = await ask("GET", "/demo");
    if (status !== 200) throw new Error(body);
    const address = /^0; url=(\S+)$/.exec(String(headers.refresh))?.[1];
    if (address) return address;
    await delay(1000);
  }
}

/** Runs `npm run demo` on the folder of this test, until it says where it is. */
async function runDemo(port: number): Promise<{ output: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ["lib/server/start/start.mjs", "--demo"], {
    cwd: root,
    env: plainEnvironment({
      DATA_DIR: join(folder, "data"),
      PORT: String(port),
      DATABASE_URL: "postgres://user:hunter22@127.0.0.1:9/operators",
      PAYMENT_ADDRESS: `0x${"11".repeat(20)}`,
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  void ended.then(() => (output += "\nended"));
  await expect.poll(() => output, { timeout: 240_000 }).toMatch(/ is at http|ended/);
  const stop = async () => void (child.kill("SIGTERM"), await ended);
  return { output, stop };
}

describe("the demo", () => {
  test("is started by the button in a database of its own, leads there when it answers, and ends with the server", async () => {
    const started = await ask("POST", "/demo", { ...ownOrigin(), "sec-fetch-site": "same-origin" });
    expect([started.status, started.headers.refresh, started.headers.location]).toEqual([200, "2", undefined]);
    const address = await addressOfDemo();
    expect(new URL(address).hostname).toBe("localhost");
    const port = Number(new URL(address).port);
    expect(port).not.toBe(server.port);
    const page = await ask("GET", "/models", {}, port);
    expect(page.body).toContain("Sample data.");
    expect(page.body).not.toContain(BUTTON);
    expect(JSON.parse((await ask("GET", "/api/models?limit=1", {}, port)).body)).toMatchObject({ ok: true, sample: true });
    expect(JSON.parse((await ask("GET", "/api/models?limit=1")).body).sample).toBeUndefined();
    expect(existsSync(join(folder, "data-demo/db"))).toBe(true);
    await server.stop();
    await expect(ask("GET", "/", {}, port)).rejects.toThrow("ECONNREFUSED");
  });

  test("starts a second time on what is there, without the operator's database and wallet, and young", async () => {
    const port = server.port;
    const { output, stop } = await runDemo(port);
    try {
      expect(output).toMatch(/^Sample data of \d{4}-\d{2}-\d{2}, from /m);
      expect(output).toContain("no jobs run here");
      const { services } = JSON.parse((await ask("GET", "/api/status", {}, port)).body);
      expect(Date.now() - Date.parse(services[0].lastChecked)).toBeLessThan(120_000);
      expect((await ask("GET", "/buy", {}, port)).body).toContain("Sample data.");
      expect((await ask("GET", "/api/payment/info", {}, port)).body).not.toContain("0x1111");
    } finally {
      await stop();
    }
  });

  test("leaves a folder alone that holds no demo, and drops one that was left half filled", async () => {
    const own = join(folder, "own-demo");
    await copyFirstStart(own);
    writeFileSync(unfinishedFile(own), String(process.pid));
    dropUnfinishedDemo(own);
    expect(existsSync(join(own, "db")), "while it is being filled").toBe(true);
    writeFileSync(unfinishedFile(own), "");
    for (const dataDir of [join(folder, "data"), own]) dropUnfinishedDemo(dataDir);
    expect([existsSync(join(own, "db")), existsSync(join(folder, "data/db"))]).toEqual([false, true]);
  });
});
