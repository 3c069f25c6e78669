import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRIVATE } from "@/lib/domain/freshness/cache-control";
import { httpCall, type HttpAnswer } from "../../support/server/http-call";
import { ensureBuild, plainEnvironment } from "../../support/server/server";
import { freePort } from "../../support/stores/postgres";

const root = join(import.meta.dirname, "../../..");
const NEXT = join(root, "node_modules/next/dist/bin/next");

beforeAll(ensureBuild);

describe("what a function on Vercel consists of", () => {
  const traceFiles = () =>
    ["server", ""].flatMap((folder) =>
      readdirSync(join(root, ".next", folder), { recursive: folder !== "", encoding: "utf8" })
        .filter((name) => name.endsWith(".nft.json"))
        .map((name) => join(".next", folder, name)),
    );
  const traces = () =>
    traceFiles().map((file) => {
      const { files } = JSON.parse(readFileSync(join(root, file), "utf8")) as { files: string[] };
      return { file, files };
    });

  test("the embedded database, which has no folder there, is part of none", () => {
    expect(
      traces()
        .filter(({ files }) => files.some((file) => file.includes("@electric-sql/")))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  test("the driver of Postgres and the migrations are part of the API's", () => {
    const models = traces().find(({ file }) => file.endsWith("app/api/models/[[...path]]/route.js.nft.json"));
    expect(models?.files.some((file) => file.includes("node_modules/pg/"))).toBe(true);
    expect(models?.files.some((file) => file.includes("db/migrations/"))).toBe(true);
  });
});

describe("a deployment on Vercel that lacks its keys", () => {
  let port: number;
  let server: ChildProcess;
  let output = "";

  beforeAll(async () => {
    port = await freePort();
    server = spawn(process.execPath, [NEXT, "start", "--port", String(port)], {
      cwd: root,
      env: plainEnvironment({ VERCEL: "1", CRON_SECRET: "x".repeat(32) }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    for (let isListening = false; !isListening; isListening = output.includes("Ready in")) await delay(100);
  });
  afterAll(async () => {
    server.kill("SIGKILL");
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
  });

  const ask = (target: string): Promise<HttpAnswer> => httpCall(port, { target });
  const MISSING = /POSTGRES_URL: is required on Vercel.*, as RECEIPT_SIGNING_KEY, WATCH_SECRET_KEY, which are missing too/;

  test.each([
    "/api/models",
    "/api/health/live",
    "/api/premium/routing?task=code",
    "/api/cron/poll-status",
    "/api/nothing",
    "/llms.txt",
    "/palette.json",
  ])("answers %s with a problem that names every missing key", async (target) => {
    const { status, headers, text } = await ask(target);
    expect([status, headers["content-type"], headers["retry-after"]]).toEqual([503, "application/problem+json", "60"]);
    expect(JSON.parse(text)).toMatchObject({ ok: false, error: "not_configured", message: expect.stringMatching(MISSING) });
  });

  test.each(["/", "/models", "/buy"])("answers %s with one page that names them", async (target) => {
    const { status, headers, text } = await ask(target);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([503, "text/html; charset=utf-8", PRIVATE]);
    expect(text).toContain("<h1>This service is not configured yet</h1>");
    expect(text).toMatch(MISSING);
    expect(text).not.toContain("<script");
  });

  test("says so in the log", () => {
    expect(output).toContain("POSTGRES_URL: is required");
    expect(output).not.toContain("instrumentation hook");
  });
});
