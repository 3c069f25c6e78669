import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpCall, type HttpAnswer, type HttpCall } from "../support/server/http-call";
import { copyFirstStart } from "../support/server/prepared-world";
import { parseEnv } from "@/lib/config/env";
import { salesFinding } from "@/lib/server/start/service-findings";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";
import { SELLER } from "../support/server/world-server";

/** What a program meets that knows nothing of this service but its address. */

let folder: string;
let server: TestServer;

beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "strangers-"));
  await copyFirstStart(join(folder, "data"));
  server = await startServer({ DATA_DIR: join(folder, "data"), TRUSTED_PROXY: "127.0.0.0/8", ...SELLER, OPERATOR_CONTACT: "" });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (target: string, call: Partial<HttpCall> = {}): Promise<HttpAnswer> => httpCall(server.port, { target, ...call });

/** Everything that names the service's address, in each of the ways in which answers are made. */
const NAMING = [
  "/llms.txt",
  "/openapi.json",
  "/api/meta",
  "/.well-known/x402.json",
  "/.well-known/receipt-key.json",
  "/.well-known/agent-fair-trade.json",
  "/robots.txt",
  "/sitemap.xml",
  "/api/feed.xml",
  "/api/feed.json",
  "/api/feeds/dataset/models.xml",
  "/api/feeds/provider/openai.json",
  "/api/bulk",
  "/api/changes",
  "/embed/uptime/openai",
  "/embed/map",
  "/api/picture/map.svg",
  "/docs.md",
  "/models",
  "/",
];

describe("a service behind a proxy that was not told its public address", () => {
  const FOREIGN = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.example",
  };

  test("says at its start what to set", () => {
    expect(server.output()).toMatch(
      /Feeds and documents name http:\/\/localhost:\d+, .*behind a proxy nothing is sold.* Set PUBLIC_BASE_URL/,
    );
  });

  test.each(NAMING)("takes no name from a request for what names its address, and has nobody keep it: %s", async (target) => {
    for (const headers of [FOREIGN, {}, { ...FOREIGN, cookie: "own=1" }, FOREIGN]) {
      const answer = await ask(target, { headers });
      expect([answer.status, answer.text.includes("evil.example"), JSON.stringify(answer.headers).includes("evil.example")]).toEqual([
        200,
        false,
        false,
      ]);
      expect([headers, answer.headers["cache-control"]]).toEqual([headers, "private, no-store"]);
    }
  });

  test("what names no address may be kept by others", async () => {
    expect((await ask("/api/models?limit=1")).headers["cache-control"]).toMatch(/^public, /);
  });

  const SAYS = "The operator has not published the address of this service, so nothing is sold. Do not send funds.";

  test("sells nothing, and says why to buyers and to the operator", async () => {
    const paid = await ask("/api/premium/routing?task=code");
    expect([paid.status, JSON.parse(paid.text)]).toEqual([
      402,
      expect.objectContaining({ accepts: [], payment: expect.objectContaining({ enabled: false, wallet: null, reason: SAYS }) }),
    ]);
    const quote = await ask("/api/payment/buy-credits", { method: "POST", body: '{"amount_usd":5}' });
    expect([quote.status, JSON.parse(quote.text).message]).toEqual([503, SAYS]);
    const info = JSON.parse((await ask("/api/payment/info")).text);
    expect([info.enabled, info.reason]).toEqual([false, SAYS]);
    expect(JSON.parse((await ask("/api/meta")).text).sales).toMatchObject({ enabled: false, reason: SAYS });
    const health = JSON.parse((await ask("/api/health")).text);
    expect(health.status).toBe("degraded");
    expect(health.tasks).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Set PUBLIC_BASE_URL/),
        expect.stringMatching(/^Nothing is sold before PUBLIC_BASE_URL/),
      ]),
    );
  });

  test("its operator is told by the doctor what to set", () => {
    const sales = salesFinding(parseEnv({ ...SELLER, TRUSTED_PROXY: "127.0.0.0/8" }));
    expect(sales).toMatchObject({ isGood: false, says: expect.stringMatching(/address of this service[^]* fix: set PUBLIC_BASE_URL$/) });
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
