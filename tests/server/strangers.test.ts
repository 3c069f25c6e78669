import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpCall, type HttpAnswer, type HttpCall } from "../support/server/http-call";
import { copyFirstStart } from "../support/server/prepared-world";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";

/** What a program meets that knows nothing of this service but its address. */

let folder: string;
let server: TestServer;

beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "strangers-"));
  await copyFirstStart(join(folder, "data"));
  server = await startServer({ DATA_DIR: join(folder, "data"), TRUSTED_PROXY: "127.0.0.0/8" });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (target: string, call: Partial<HttpCall> = {}): Promise<HttpAnswer> => httpCall(server.port, { target, ...call });

describe("a service that was not told its public address", () => {
  const namedBy = (host: string, proto = "https") => ({ headers: { "x-forwarded-host": host, "x-forwarded-proto": proto } });

  test("says at its start what to set", () => {
    expect(server.output()).toMatch(/Feeds and documents name the host that the trusted proxy forwards.* Set PUBLIC_BASE_URL/);
  });

  test("names in its documents the host that the trusted proxy was asked for, prepared or not", async () => {
    for (const round of [1, 2]) {
      for (const [host, proto] of [
        ["data.example.org", "https"],
        ["other.example.net:8443", "http"],
      ] as const) {
        const { text, headers } = await ask("/llms.txt", { headers: { ...namedBy(host, proto).headers, cookie: "own=1" } });
        expect([round, text.includes(`${proto}://${host}/api/meta`), text.includes("localhost")]).toEqual([round, true, false]);
        expect(headers["ratelimit-policy"]).toBe('"documents-ip";q=600;w=60');
      }
      expect((await ask("/llms.txt")).text).toContain(`http://localhost:`);
    }
    const { jwks_url: keys } = JSON.parse((await ask("/.well-known/receipt-key.json", namedBy("data.example.org"))).text) as Record<
      string,
      string
    >;
    expect(keys).toBe("https://data.example.org/.well-known/jwks.json");
  });

  test.each(["evil.example/path", "a b", "x".repeat(300) + "/", "<script>", ""])("takes no host of %j", async (host) => {
    expect((await ask("/llms.txt", namedBy(host))).text).toContain("http://localhost:");
  });
});

describe("a path that is not there", () => {
  test.each(["/.well-known/nothing", "/.well-known/", "/feed/none", "/api/none", "/.well-known/security.txt"])(
    "is refused in JSON where programs ask: %s",
    async (target) => {
      const { status, headers, text } = await ask(target);
      expect([status, headers["content-type"], JSON.parse(text).error]).toEqual([404, "application/problem+json", "not_found"]);
    },
  );

  test("is a page where readers ask", async () => {
    const { status, headers } = await ask("/nothing-is-here");
    expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

test.each([
  ["/feed.json", "application/feed+json; charset=utf-8"],
  ["/feed", "application/rss+xml; charset=utf-8"],
  ["/rss.xml", "application/rss+xml; charset=utf-8"],
])("readers find a feed at %s", async (target, type) => {
  const { status, headers } = await ask(target);
  expect([status, headers["content-type"]]).toEqual([200, type]);
});

describe("a page", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE"])("refuses %s in JSON", async (method) => {
    for (const target of ["/", "/models", "/account"]) {
      const { status, headers, text } = await ask(target, { method, body: "{}", headers: { "content-type": "application/json" } });
      expect([target, status, headers.allow, JSON.parse(text).error]).toEqual([target, 405, "GET, HEAD", "method_not_allowed"]);
    }
  });

  test("is read with GET and HEAD", async () => {
    for (const method of ["GET", "HEAD"]) expect((await ask("/models", { method })).status).toBe(200);
  });
});

test.each(["/openapi.json", "/llms-full.txt", "/api/meta"])("the first answer of %s is compressed", async (target) => {
  const { headers, raw, text } = await ask(`${target}?first=${target.length}`, { headers: { "accept-encoding": "gzip, br" } });
  expect([headers["content-encoding"], raw.byteLength * 3 < text.length]).toEqual(["gzip", true]);
});
