import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedToken } from "../../support/money/money";
import { moneyWorld, type MoneyWorld } from "../../support/money/money-world";
import { httpCall } from "../../support/server/http-call";
import { ensureBuild, startServer, type TestServer } from "../../support/server/server";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const COLLECTOR_KEY = "key-of-the-collector-0123456789";

let world: MoneyWorld;
let server: TestServer;
let collector: Server;
let received = Buffer.alloc(0);
const asked: string[] = [];

beforeAll(async () => {
  await ensureBuild();
  collector = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${String(request.headers["x-api-key"])}`);
    for await (const chunk of request) received = Buffer.concat([received, chunk as Buffer]);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  world = await moneyWorld("pg");
  server = await startServer({
    ...world.variables,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${COLLECTOR_KEY}`,
  });
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
  collector?.close();
});

const has = (words: string): boolean => received.includes(words);

test("a paid call is a trace with its parts, which continues its caller's and holds no secret", async () => {
  const { bearer, token } = await world.reading((db) => fundedToken(db, 5));
  const headers = { ...bearer, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  expect((await httpCall(server.port, { target: "/api/premium/routing?task=code", headers })).status).toBe(200);
  await expect
    .poll(() => ["GET /api/premium/routing", "open", "compute", "settle"].filter((name) => !has(name)), { timeout: 30_000 })
    .toEqual([]);
  expect(received.includes(Buffer.from(TRACE, "hex"))).toBe(true);
  expect([has("ai-ecosystem-data"), has("http.route")]).toEqual([true, true]);
  expect(asked[0]).toBe(`POST /v1/traces ${COLLECTOR_KEY}`);
  expect([has(token), has(COLLECTOR_KEY), has("task=code")]).toEqual([false, false, false]);
});
