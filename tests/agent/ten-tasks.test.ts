import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractToken } from "../support/contract/contract-tokens";
import { SELLER, startWorldServer, type WorldServer } from "../support/server/world-server";
import { startGateway, type Gateway } from "./gateway";
import { readDocument, type ServiceDocument } from "./read-document";
import { doTask, type Outcome, type Task } from "./stranger";

/** A program that has only the service's document for language models does a stranger's tasks. */

const DAY_MS = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

let gateway: Gateway;
let server: WorldServer;
let text: string;

beforeAll(async () => {
  gateway = await startGateway();
  server = await startWorldServer({ PUBLIC_BASE_URL: gateway.url });
  gateway.forwardTo(server.port);
  text = await (await fetch(`${gateway.url}/llms-full.txt`)).text();
});
afterAll(async () => {
  await server?.stop();
  await gateway?.stop();
});

/** Sections and their entries in another order, and every path under another name. */
function otherEdition(document: string): string {
  const [head = "", ...sections] = document.split(/^## /m);
  const reordered = sections.toReversed().map((section) => {
    const [title = "", ...entries] = section.split(/^### /m);
    return [title, ...entries.toReversed()].join("### ");
  });
  return [head, ...reordered]
    .join("## ")
    .replace(/\/api((?:\/[\w.{}-]+)+)/g, (_, path: string) => `/rpc${path.replace(/\/([\w.-]+)/g, "/$1-v2")}`);
}

const originalPath = (target: string): string => {
  const [path = "", query] = target.split("?", 2);
  const original = path.replace(/^\/rpc\//, "/api/").replaceAll("-v2", "");
  return query === undefined ? original : `${original}?${query}`;
};

interface StrangersTask extends Task {
  asks: string;
  /** Throws where the answer is not what was asked for. */
  check(outcome: Outcome): void;
}

const isCovering =
  (spec: object) =>
  ({ body }: Outcome) => {
    expect(body.watch).toMatchObject({ status: "active", spec });
    expect(body.billing.credits_charged).toBe(1);
  };
const CALLBACK = { about: "callback address", value: "https://93.184.215.14/hook" };
const MODEL = { about: "model id", value: "claude-opus-4-5" };

const TASKS: StrangersTask[] = [
  {
    asks: "is Claude down",
    words: "status of a provider: operational or down now",
    facts: ["anthropic"],
    check({ body }) {
      expect(body.services.length).toBeGreaterThan(0);
      for (const { provider, status } of body.services) {
        expect([provider, ["operational", "degraded", "down", "unknown"].includes(status)]).toEqual(["anthropic", true]);
      }
    },
  },
  {
    asks: "the price of a model last week",
    words: "daily prices of one model in history",
    facts: [MODEL, { about: "first day", value: dayAgo(6) }, { about: "last day", value: dayAgo(0) }],
    check({ body }) {
      expect(body.model_id).toBe("anthropic/claude-opus-4-5");
      expect(body.points.length).toBeGreaterThan(1);
      for (const point of body.points) expect(point.input).toBeGreaterThan(0);
    },
  },
  {
    asks: "hardware news",
    words: "newest AI news by category",
    facts: ["hardware"],
    check({ body }) {
      expect(body.articles.length).toBeGreaterThan(0);
      for (const { categories } of body.articles) expect(categories).toContain("Hardware/Chips");
    },
  },
  {
    asks: "a cheap model that sees",
    words: "models with prices of their makers",
    facts: ["vision", { about: "highest mean of input and output price", value: 1 }],
    check({ body }) {
      const models = body.providers.flatMap((provider: { models: object[] }) => provider.models);
      expect(models.length).toBeGreaterThan(0);
      for (const model of models) {
        expect(model.capabilities).toContain("vision");
        expect((model.inputPrice + model.outputPrice) / 2).toBeLessThanOrEqual(1);
      }
    },
  },
  {
    asks: "an open-source vector database",
    words: "vector databases",
    facts: [{ about: "open source", value: true }],
    check({ body }) {
      expect(body.databases.length).toBeGreaterThan(0);
      for (const { openSource } of body.databases) expect(openSource).toBe(true);
    },
  },
  {
    asks: "an H100 on the spot market",
    words: "cheapest providers of a GPU",
    facts: ["H100", "spot"],
    check({ body }) {
      expect([body.gpu, body.type]).toEqual(["H100", "spot"]);
      expect(body.results.length).toBeGreaterThan(0);
    },
  },
  {
    asks: "a provider's uptime",
    words: "uptime of one provider",
    facts: ["openai"],
    check({ body }) {
      expect(body.days.length).toBeGreaterThan(0);
      expect(JSON.stringify(body)).toContain("openai");
    },
  },
  {
    asks: "one paid call with a token",
    words: "best models for a task, ranked by quality and latency",
    facts: ["code", { about: "how many models", value: 2 }],
    check({ body }) {
      expect(body.recommendations).toHaveLength(2);
      expect(body.billing.credits_charged).toBe(1);
      expect(body.receipt.signature).toEqual(expect.any(String));
    },
  },
  {
    asks: "buying credits",
    words: "buy credits: a quote of USDC to send",
    facts: [{ about: "amount", value: 5 }],
    check({ body }) {
      expect(body).toMatchObject({ wallet: SELLER.PAYMENT_ADDRESS, currency: "USDC", asked_usd: 5 });
      expect(body.credits).toBeGreaterThan(0);
    },
  },
  {
    asks: "a watch on a price that falls",
    words: "register a watch webhook on a price",
    facts: ["price", MODEL, "blended", "lt", { about: "threshold", value: 3 }, CALLBACK],
    check: isCovering({ type: "price", field: "blended", op: "lt", threshold: 3 }),
  },
  {
    asks: "a watch on a price that changes",
    words: "register a watch webhook on a price",
    facts: ["price", MODEL, "inputPrice", "changes", CALLBACK],
    check: isCovering({ type: "price", field: "inputPrice", op: "changes" }),
  },
  {
    asks: "a watch on a provider that goes down",
    words: "register a watch webhook on a provider's status",
    facts: ["status", { about: "provider id", value: "openai" }, "becomes", "down", CALLBACK],
    check: isCovering({ type: "status", provider: "openai", op: "becomes", value: "down" }),
  },
  {
    asks: "a watch on a provider's status",
    words: "register a watch webhook on a provider's status",
    facts: ["status", { about: "provider id", value: "openai" }, "changes", CALLBACK],
    check: isCovering({ type: "status", provider: "openai", op: "changes" }),
  },
  {
    asks: "a weekly digest",
    words: "register a watch webhook, a digest",
    facts: ["digest", "weekly", CALLBACK],
    check: isCovering({ type: "digest", cadence: "weekly" }),
  },
];

const EDITIONS: [string, (document: string) => string, (path: string) => string][] = [
  ["as it is", (document) => document, (path) => path],
  ["with other sections first and every path renamed", otherEdition, originalPath],
];

describe.each(EDITIONS)("from the document %s, a stranger gets", (_, edit, pathOf) => {
  let document: ServiceDocument;
  beforeAll(() => {
    gateway.forwardTo(server.port, pathOf);
    document = readDocument(edit(text));
  });

  test.each(TASKS.map((task): [string, StrangersTask] => [task.asks, task]))("%s", async (_name, task) => {
    const outcome = await doTask(document, task, contractToken(0));
    expect([outcome.status, outcome.operation.summary, outcome.status === 200 ? "" : JSON.stringify(outcome.body)]).toEqual([
      200,
      expect.any(String),
      "",
    ]);
    task.check(outcome);
  });
});

test("the other edition differs in every path and in the order of its operations", () => {
  const [one, other] = [readDocument(text).operations, readDocument(otherEdition(text)).operations];
  expect(other).toHaveLength(one.length);
  expect(other.map(({ summary }) => summary)).not.toEqual(one.map(({ summary }) => summary));
  expect(otherEdition(text)).not.toMatch(/\/api\//);
});
