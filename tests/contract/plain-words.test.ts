import { describe, expect, test } from "vitest";
import { templatedPath } from "@/lib/docs/parameters";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { everything } from "../support/models/catalog";
import { offenders } from "../support/offenders";

/** A plain word search, as agents make over the summaries of tools. It finds a word in any of its endings. */

const stem = (word: string): string => word.replace(/(es|s)$/, "");
const holds = (text: string, word: string): boolean => text.toLowerCase().includes(stem(word));

/** The operations whose summaries hold most words of a question, fewer letters first. */
function search(question: string): string[] {
  const words = question.toLowerCase().split(/[^\w-]+/);
  const found = everything.map((endpoint) => ({ endpoint, hits: words.filter((word) => holds(endpoint.summary, word)).length }));
  return found
    .filter(({ hits }) => hits > 0)
    .toSorted((one, other) => other.hits - one.hits || one.endpoint.summary.length - other.endpoint.summary.length)
    .map(({ endpoint }) => `${endpoint.method} ${templatedPath(endpoint)}`);
}

/** What a stranger types, and any of the operations that answers it. */
const QUESTIONS: [string, string[]][] = [
  ["forecast price", ["GET /api/premium/forecast"]],
  ["compare models", ["GET /api/premium/compare/models"]],
  ["new models", ["GET /api/premium/whats-new"]],
  ["verified news", ["GET /api/premium/history/news/verified"]],
  ["news search", ["GET /api/premium/news/search"]],
  ["ai news", ["GET /api/news"]],
  ["rss feed", ["GET /api/feed.xml"]],
  ["json feed", ["GET /api/feed.json"]],
  ["provider feed", ["GET /api/feeds/provider/{file}"]],
  ["price changed most", ["GET /api/models/movers"]],
  ["no longer sold", ["GET /api/models/archive"]],
  ["dataset feed", ["GET /api/feeds/dataset/{file}"]],
  ["changes last 24 hours", ["GET /api/changes"]],
  ["provider status", ["GET /api/status"]],
  ["status summary", ["GET /api/status/summary"]],
  ["open incidents", ["GET /api/incidents"]],
  ["outages", ["GET /api/incidents"]],
  ["uptime of a provider", ["GET /api/history/status/uptime", "GET /api/premium/history/status/uptime"]],
  ["api latency", ["GET /api/probe/latest", "GET /api/premium/probe/series"]],
  ["model prices", ["GET /api/models"]],
  ["model pricing", ["GET /api/agents/pricing"]],
  ["price history", ["GET /api/history/pricing/series", "GET /api/premium/history/pricing/series"]],
  ["benchmark scores", ["GET /api/benchmarks"]],
  ["best model for a task", ["GET /api/premium/routing", "GET /api/preview/routing"]],
  ["cost projection", ["GET /api/premium/cost/projection"]],
  ["cheapest gpu", ["GET /api/gpu/pricing/cheapest"]],
  ["gpu spot price", ["GET /api/gpu/pricing/cheapest"]],
  ["vector databases", ["GET /api/vector-dbs"]],
  ["embedding models", ["GET /api/embeddings"]],
  ["image models", ["GET /api/multimodal"]],
  ["coding agent harness", ["GET /api/harnesses"]],
  ["agent directory", ["GET /api/agents/directory", "GET /api/premium/agents/directory"]],
  ["attention index", ["GET /api/attention"]],
  ["crawler visits", ["GET /api/agents/activity", "GET /api/attention"]],
  ["cve vulnerability", ["GET /api/premium/security/verified/{cve_id}"]],
  ["buy credits", ["POST /api/payment/buy-credits"]],
  ["token balance", ["GET /api/payment/balance"]],
  ["register webhook", ["POST /api/premium/watches"]],
  ["watch deliveries", ["GET /api/premium/watches/{id}/deliveries"]],
  ["status badge", ["GET /api/badge/status/{provider}"]],
  ["price badge", ["GET /api/badge/price/{provider}/{model}"]],
  ["embed uptime", ["GET /embed/uptime/{provider}"]],
  ["price picture svg", ["GET /api/picture/map.svg", "GET /api/picture/price/{provider}/{model}"]],
  ["embed price course", ["GET /embed/price/{provider}/{model}"]],
  ["parquet download", ["GET /api/bulk"]],
  ["verify receipt", ["POST /api/receipt/verify", "GET /api/receipt/verify"]],
];

describe("a plain word search over the summaries", () => {
  test("finds the operation for each question among the first three", async () => {
    expect(
      await offenders(QUESTIONS, (wanted, question) => {
        const found = search(question).slice(0, 3);
        expect(
          found.filter((name) => wanted.includes(name)),
          found.join(", "),
        ).not.toEqual([]);
      }),
    ).toEqual([]);
  });

  test("knows every operation that a question wants", () => {
    const known = new Set(everything.map((endpoint) => `${endpoint.method} ${templatedPath(endpoint)}`));
    expect(QUESTIONS.flatMap(([, wanted]) => wanted).filter((name) => !known.has(name))).toEqual([]);
  });
});

/** Says nothing about what an operation answers. */
const PLACES = new Set(["api", "premium", "payment", "well-known"]);

test("every summary has the nouns of its path", async () => {
  const named = everything.map((endpoint): [string, AnyEndpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);
  expect(
    await offenders(named, (endpoint) => {
      const words = endpoint.path
        .replace(/\[\w+\]/g, "")
        .replace("/.well-known", "")
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== "" && !PLACES.has(word));
      expect(words.filter((word) => !holds(endpoint.summary, word))).toEqual([]);
    }),
  ).toEqual([]);
});
