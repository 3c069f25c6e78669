import { describe, expect, test } from "vitest";
import { operationsFor } from "@/lib/docs/pages/operations";
import { site } from "../support/models/catalog";

const found = (task: string): string[] => operationsFor(site, task).map(({ title }) => title);

/** Tasks in the words of those who have them, and the operation that does it. */
const TASKS: [string, string][] = [
  ["is claude down", "GET /api/status"],
  ["which providers have an outage right now", "GET /api/incidents"],
  ["forecast price", "GET /api/premium/forecast"],
  ["predict what a model will cost", "GET /api/premium/forecast"],
  ["cheapest gpu", "GET /api/gpu/pricing/cheapest"],
  ["buy credits", "POST /api/payment/buy-credits"],
  ["how many credits are left", "GET /api/payment/balance"],
  ["compare two models", "GET /api/premium/compare/models"],
  ["latest headlines", "GET /api/news"],
  ["search old news", "GET /api/premium/news/search"],
  ["tell me when a price changes", "POST /api/premium/watches"],
  ["verify a receipt", "POST /api/receipt/verify"],
  ["is this vulnerability exploited", "GET /api/premium/security/verified/{cve_id}"],
  ["uptime of a provider", "GET /api/history/status/uptime"],
  ["vector databases", "GET /api/vector-dbs"],
  ["best model for coding", "GET /api/premium/routing"],
  ["OpenAPI description", "GET /openapi.json"],
];

describe("an operation is found by the words of a task:", () => {
  test.each(TASKS)("%s", (task, title) => {
    expect(found(task).slice(0, 3)).toContain(title);
  });
});

test("forms of a word, capitals and small words make no difference", () => {
  expect(found("FORECASTING the prices")).toEqual(found("forecast price"));
});

test.each(["purple elephants", "the of and", "?!", "zzzzzz"])("nothing is found for %s", (task) => {
  expect(found(task)).toEqual([]);
});

test("a list is short, and its first entry fits best", () => {
  for (const [task] of TASKS) expect(found(task).length).toBeLessThanOrEqual(8);
});
