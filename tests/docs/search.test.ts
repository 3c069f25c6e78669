import { describe, expect, test } from "vitest";
import { operationsFor } from "@/lib/docs/pages/operations";
import { site } from "../support/models/catalog";

const found = (task: string): string[] => operationsFor(site, task).map(({ title }) => title);

/** Tasks in the words of those who have them, and the operation that does it. */
const TASKS: [string, string][] = [
  ["is claude down", "GET /api/status"],
  ["is my network at fault", "GET /api/status/check"],
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
  ["how much does gpt-5 cost", "GET /api/models"],
  ["get notified when claude goes down", "POST /api/premium/watches"],
  ["check that my receipt is real", "POST /api/receipt/verify"],
  ["how do I top up my account", "POST /api/payment/buy-credits"],
  ["how many credits did I spend", "GET /api/payment/usage"],
  ["monthly bill for 1 million tokens a day", "GET /api/premium/cost/projection"],
  ["compare gpt-5 and claude opus", "GET /api/premium/compare/models"],
  ["delete my token", "DELETE /api/payment/tokens/{id}"],
  ["cancel a webhook", "DELETE /api/premium/watches/{id}"],
  ["I lost my token", "POST /api/payment/tokens"],
  ["download all historical prices as parquet", "GET /api/bulk"],
  ["get rss feed of price changes", "GET /api/feeds/dataset/{file}"],
  ["which prices changed most this month", "GET /api/models/movers"],
  ["models that are no longer sold", "GET /api/models/archive"],
  ["embed an uptime widget on my site", "GET /embed/uptime/{provider}"],
  ["embed a model's price in an article", "GET /embed/price/{provider}/{model}"],
  ["show a badge in my readme", "GET /api/badge/status/{provider}"],
  ["stream of changes since last time", "GET /api/changes"],
  ["which crawlers visited", "GET /api/agents/activity"],
  ["what does an H100 cost per hour", "GET /api/gpu/pricing"],
  ["text to video models", "GET /api/multimodal"],
  ["is openai having an outage", "GET /api/incidents"],
  ["latency of anthropic api", "GET /api/probe/latest"],
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
