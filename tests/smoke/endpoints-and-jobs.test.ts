import { routePattern } from "@/lib/domain/basics/text";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listSnapshotDates } from "@/db/queries/history/history";
import { jobs } from "@/jobs";
import type { RunOutcome } from "@/jobs/run";
import { endpoints } from "@/lib/endpoints";
import { contractToken } from "../support/contract/contract-tokens";
import { exampleBodiesOf, operationsOf, SpecValidator, type DeclaredOperation, type Description } from "../support/contract/spec";
import { exampleOf, targetOf } from "../support/contract/spec-cases";
import { fillWorld } from "../support/fill-world";
import { description } from "../support/models/catalog";
import { serveEndpoints, type EndpointServer } from "../support/server/endpoint-server";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { writeReplayWorld } from "../support/sources/replay-world";

/**
 * Runs every job and every endpoint once on the driver of TEST_DRIVER. Statements that only one driver
 * refuses show here.
 */

const METRICS_TOKEN = "metrics-token-of-the-smoke-test-0123456789";

const folder = mkdtempSync(join(tmpdir(), "smoke-"));
const described = description as unknown as Description;
const validator = new SpecValidator(described);
const outcomes = new Map<string, RunOutcome>();
let database: TestDatabase;
let server: EndpointServer;
/** Days of this run's data. Days of this file's loading could differ, as midnight may pass while the jobs run. */
let filledOn: string | undefined;
let loggedOn: string | undefined;

beforeAll(async () => {
  writeReplayWorld(folder, { now: new Date(Date.now() - 60_000), troubled: { groq: "degraded", replicate: "down" } });
  process.env.SOURCES_REPLAY_DIR = folder;
  process.env.METRICS_TOKEN = METRICS_TOKEN;
  process.env.PUBLIC_BASE_URL = "https://data.example.org";
  database = await useTestDatabase();
  loggedOn = await fillWorld(database.db, (name, outcome) => outcomes.set(name, outcome));
  [filledOn] = await listSnapshotDates(database.db, "attention");
  server = await serveEndpoints(endpoints);
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every job ran", () => {
  expect([...outcomes.keys()].toSorted()).toEqual(
    jobs
      .filter(({ isEmbeddedOnly }) => !isEmbeddedOnly)
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(Object.fromEntries([...outcomes].filter(([, { status }]) => status !== "done"))).toEqual({
    "derive-news-texts": { status: "skipped", reason: "every text is of today's rules" },
    "raise-alerts": { status: "skipped", reason: "no ALERT_WEBHOOK_URL is configured" },
    "scan-transfers": { status: "skipped", reason: "no wallet is configured" },
    "settle-payments": { status: "skipped", reason: "no x402 settler is configured" },
  });
});

const calls = operationsOf(described)
  .filter(({ path }) => endpoints.some((endpoint) => routePattern(endpoint.path) === path))
  .map((declared, index): [string, DeclaredOperation, number] => [`${declared.method} ${declared.path}`, declared, index]);

function bearerFor({ path, operation }: DeclaredOperation, index: number): string | null {
  if (path === "/api/metrics") return METRICS_TOKEN;
  return operation["x-access"] === "free" ? null : contractToken(index);
}

describe("the example of", () => {
  test.each(calls)("%s is answered as described", async (_, declared, index) => {
    const body = exampleBodiesOf(declared)[0];
    const bearer = bearerFor(declared, index);
    const answer = await fetch(`${server.url}${targetOf(declared, exampleOf(declared, filledOn, loggedOn))}`, {
      method: declared.method,
      headers: {
        "content-type": "application/json",
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(validator.fault(declared, answer.status, answer.headers.get("content-type") ?? undefined, text)).toBeNull();
    if (declared.method === "GET") expect([answer.status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  });
});
