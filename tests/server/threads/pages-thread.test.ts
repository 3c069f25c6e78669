import { afterAll, beforeAll, expect, test } from "vitest";
import { WORLD_DRIVER } from "../../support/lacks";
import { httpCall, type HttpAnswer } from "../../support/server/http-call";
import { moneyWorld, type MoneyWorld } from "../../support/money/money-world";
import { ensureBuild, startServer, type TestServer } from "../../support/server/server";

const METRICS_TOKEN = "metrics-token-of-the-test-0123456789";
const EMBED = "/embed/uptime/[provider]";

let world: MoneyWorld;
let server: TestServer;

beforeAll(async () => {
  await ensureBuild();
  world = await moneyWorld(WORLD_DRIVER);
  server = await startServer({ ...world.variables, METRICS_TOKEN });
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
});

const ask = (target: string, headers: Record<string, string> = {}): Promise<HttpAnswer> => httpCall(server.port, { target, headers });

test("a page shows what the main thread's API answers, also what it refuses", async () => {
  const page = await ask("/models");
  expect([page.status, page.text.includes("data-failed-block")]).toEqual([200, false]);
  expect((await ask("/models/nobody/nothing")).status).toBe(404);
});

test("a declared path outside /api is answered by the thread that has the database", async () => {
  expect((await ask("/embed/uptime/anthropic")).status).toBe(200);
  const { text } = await ask("/api/metrics", { authorization: `Bearer ${METRICS_TOKEN}` });
  const counted = text.split("\n").filter((line) => line.includes("aed_http_requests_total{") && line.includes(`route="${EMBED}"`));
  expect(counted).toHaveLength(1);
  expect(counted[0]).toContain('answered_by="main"');
});

test("the thread that renders pages is measured as the others are", async () => {
  const { text } = await ask("/api/metrics", { authorization: `Bearer ${METRICS_TOKEN}` });
  expect(text).toMatch(/^aed_heap_used_bytes\{thread="pages"\} \d+/m);
});
