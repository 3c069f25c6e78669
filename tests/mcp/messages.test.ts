import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as route from "@/app/api/mcp/[[...path]]/route";
import { LIMITS } from "@/lib/http/limits/limits";
import { sendMcp } from "../support/mcp/call-mcp";
import { serveMcp, type McpServer } from "../support/mcp/mcp-server";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

let database: TestDatabase;
let server: McpServer;
beforeAll(async () => {
  database = await useTestDatabase();
  server = await serveMcp();
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

const post = (body: string, headers: Record<string, string> = {}, url = server.url) =>
  fetch(url, { method: "POST", headers: { ...JSON_HEADERS, ...headers }, body });

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const LEGACY = { "mcp-protocol-version": "2025-11-25" };

describe("methods and pages of others", () => {
  test.each(["GET", "DELETE", "PUT", "PATCH", "HEAD"])("%s is answered 405 with what is allowed", async (method) => {
    const answer = await fetch(server.url, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  test("a browser may send the headers of MCP from any page, and read the answer", async () => {
    const asked = { origin: "https://agent.example", "access-control-request-method": "POST" };
    const preflight = await fetch(server.paidUrl, { method: "OPTIONS", headers: asked });
    expect(preflight.status).toBe(204);
    const allowed = preflight.headers.get("access-control-allow-headers") ?? "";
    for (const name of ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Authorization", "Content-Type"]) expect(allowed).toContain(name);
    const answer = await post(PING, { ...LEGACY, origin: "https://agent.example" });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  });

  test.each([
    ["https://agent.example", 200],
    ["http://localhost:6274", 200],
    ["http://evil.example", 403],
    ["null", 403],
    ["file://", 403],
  ])("a page of %s gets %i", async (origin, status) => {
    expect((await post(PING, { ...LEGACY, origin })).status).toBe(status);
  });

  test("a name that only leads here, as one that a stranger's page has rebound, is refused", async () => {
    const { request } = await import("node:http");
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve) => {
        const { port } = new URL(server.url);
        const sent = request({ port, path: "/api/mcp", method: "POST", headers: { ...JSON_HEADERS, ...LEGACY, host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        sent.end(PING);
      });
    expect(await Promise.all(["evil.example", "localhost:3000", "127.0.0.1", "[::1]:80", "not a host"].map(statusFor))).toEqual([
      403, 200, 200, 200, 403,
    ]);
  });
});

test("the route file, by which Vercel and development answer, gives the same answers", async () => {
  const headers = { ...JSON_HEADERS, ...LEGACY, host: "localhost", "x-client-address": "192.0.2.9" };
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const target = "http://localhost/api/mcp";
  const [byFile, byServer] = [
    await route.POST(new Request(target, { method: "POST", headers, body: message })),
    await post(message, LEGACY),
  ];
  expect([byFile.status, await byFile.text()]).toEqual([byServer.status, await byServer.text()]);
  expect((await route.GET(new Request(target, { headers }))).status).toBe(405);
  expect((await route.OPTIONS(new Request(target, { method: "OPTIONS", headers }))).headers.get("allow")).toBe("POST, OPTIONS");
  expect((await route.POST(new Request(`${target}/nothing`, { method: "POST", headers, body: message }))).status).toBe(404);
});

describe("limits", () => {
  test("count each message against its address, and say in it when to come back", async () => {
    const headers = { ...LEGACY, "x-test-address": "192.0.2.77" };
    for (let count = 0; count < LIMITS.free.calls; count++) expect((await post(PING, headers)).status).toBe(200);
    const refused = await post(PING, headers);
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { jsonrpc: "2.0", id: null, error: { code: -32_000, message: expect.stringMatching(/Try again in \d+ seconds/) } },
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a message of more than 1 MB is refused", async () => {
    expect((await post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${"y".repeat(1024 * 1024)}"}}`)).status).toBe(413);
  });
});

const deep = (levels: number): string => '{"a":'.repeat(levels) + "1" + "}".repeat(levels);

const BODIES = [
  "",
  "{",
  "null",
  "5",
  '"x"',
  "[]",
  "{}",
  `[${PING},${PING}]`,
  '{"jsonrpc":"1.0","id":1,"method":"ping"}',
  '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  '{"jsonrpc":"2.0","id":1,"method":5}',
  '{"jsonrpc":"2.0","id":1,"method":"ping","params":5}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
  '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}',
  "[".repeat(100_000),
  deep(50_000),
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_model","arguments":${deep(30)}}}`,
  "\u0000",
];

const PARAMS = [
  {},
  { name: 5 },
  { name: "__proto__", arguments: {} },
  { name: "get_model", arguments: [] },
  { name: "get_model", arguments: { model: { a: 1 } } },
  { name: "get_model", arguments: { model: "x".repeat(50_000) } },
  { name: "find_models", arguments: { limit: 1e99 } },
  { name: "find_models", arguments: { fields: "__proto__,constructor", cursor: "999999" } },
  { name: "catalog", arguments: { kind: "constructor" } },
  { name: "choose_model", arguments: { task: 5 } },
  { uri: 5 },
  { uri: "x".repeat(10_000) },
  { ref: { type: "other" } },
  { ref: { type: "ref/prompt", name: "none" }, argument: { name: "model", value: "x" } },
  { protocolVersion: 5 },
  { notifications: {} },
];

const METHODS = [
  "initialize",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/read",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "subscriptions/listen",
  "resources/subscribe",
  "no/such",
];

describe("what cannot be understood is the sender's fault, never the server's", () => {
  const isServersFault = (status: number, text: string): boolean => status >= 500 || text.includes("-32603");

  test.each(BODIES.map((body) => [JSON.stringify(body.slice(0, 60)), body]))("the body %s", async (_, body) => {
    for (const headers of [{}, LEGACY, { "mcp-protocol-version": "2026-07-28" }, { "mcp-protocol-version": "1999-01-01" }]) {
      const answer = await post(body, headers as Record<string, string>);
      expect([isServersFault(answer.status, await answer.text()), answer.status]).toEqual([false, expect.any(Number)]);
    }
  });

  test.each(METHODS)("parameters of %s that do not fit", async (method) => {
    for (const params of PARAMS) {
      for (const url of [server.url, server.paidUrl]) {
        const legacy = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), LEGACY, url);
        expect(isServersFault(legacy.status, await legacy.text()), JSON.stringify(params).slice(0, 80)).toBe(false);
        const { status, error } = await sendMcp<unknown>(url, method, params, { headers: { "mcp-name": "x" } });
        expect([status < 500, error?.code === -32_603], JSON.stringify(params).slice(0, 80)).toEqual([true, false]);
      }
    }
  });

  test("another kind of body, and headers that differ from it", async () => {
    expect((await post(PING, { "content-type": "text/plain" })).status).toBe(415);
    expect((await sendMcp(server.url, "tools/list", {}, { headers: { "mcp-method": "tools/call" } })).error?.code).toBe(-32_020);
    const { status, error } = await sendMcp(
      server.url,
      "tools/list",
      {},
      {
        headers: { "mcp-protocol-version": "2031-01-01" },
        meta: { "io.modelcontextprotocol/protocolVersion": "2031-01-01" },
      },
    );
    expect([status, error?.code]).toEqual([400, -32_022]);
    expect((await sendMcp(server.url, "no/such", {})).status).toBe(404);
  });
});
