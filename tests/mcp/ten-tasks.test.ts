import { afterAll, beforeAll, expect, test } from "vitest";
import { contractToken } from "../support/contract/contract-tokens";
import { callTool, sendMcp, textOf, type ToolResult } from "../support/mcp/call-mcp";
import { startMcpWorld, type McpWorld } from "../support/mcp/mcp-world";

/** Tasks of a stranger's model, done by tools, and by llms.txt with the API. */

let world: McpWorld;
beforeAll(async () => {
  world = await startMcpWorld();
});
afterAll(() => world?.stop());

interface Cost {
  calls: number;
  bytes: number;
}

type Call = [tool: string, given: object];

interface Task {
  asks: string;
  /** Later calls may take what earlier ones answered. */
  tools: (Call | ((before: ToolResult) => Call))[];
  answer: RegExp;
  /** Calls of the API for the task: targets, with a body for a POST. */
  api: (string | [target: string, body: object])[];
}

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const MODEL = "claude-opus-4-5";
const WATCH = { type: "price", model: MODEL, field: "blended", op: "lt", threshold: 10 };
const CALLBACK = { callback_url: "https://93.184.215.14/hook" };

const TASKS: Task[] = [
  {
    asks: "the cheapest model with tools and 200k",
    tools: [["find_models", { capability: "tool-use", min_context: 200_000 }]],
    answer: /\d+ models fit; the cheapest first/,
    api: ["/api/models?capability=tool-use&min_context=200000"],
  },
  {
    asks: "is Groq down, or is it me",
    tools: [["check_services", { services: ["groq"] }]],
    answer: /Groq API is degraded.*it is them/,
    api: ["/api/status/check?services=groq"],
  },
  {
    asks: "what changed",
    tools: [["whats_changed", {}]],
    answer: /last 24 hours/,
    api: ["/api/changes"],
  },
  {
    asks: "what did it cost last month",
    tools: [["get_model", { model: MODEL, from: dayAgo(40), to: dayAgo(1) }]],
    answer: /price changes, \d+ of 40 days captured/,
    api: [`/api/premium/history/pricing/series?model=${MODEL}&from=${dayAgo(40)}&to=${dayAgo(1)}`],
  },
  {
    asks: "migrate from a retired model",
    tools: [
      ["retirements", { models: ["gpt-4o"] }],
      (before) => ["get_model", { model: ((before.structuredContent?.rows ?? []) as { replacement: string }[])[0]?.replacement }],
    ],
    answer: /USD per 1M tokens at OpenAI/,
    api: ["/api/models/retirements?models=gpt-4o", "/api/models/resolve?name=gpt-6-luna", "/api/models?provider=openai"],
  },
  {
    asks: "a CVE",
    tools: [["security_card", { cve_id: "CVE-2024-4577" }]],
    answer: /^CVE-2024-4577: /,
    api: ["/api/premium/security/verified/CVE-2024-4577"],
  },
  {
    asks: "compare two models",
    tools: [["compare_cost", { models: [MODEL, "gpt-5"] }]],
    answer: /2 models compared; cheapest: GPT-5/,
    api: [`/api/premium/compare/models?ids=${MODEL},gpt-5`],
  },
  {
    asks: "the best for code under $2",
    tools: [["best_model", { task: "code", budget: 2 }]],
    answer: /^Best for code: /,
    api: ["/api/premium/routing?task=code&budget=2"],
  },
  {
    asks: "create a watch",
    tools: [["watches", { action: "create", ...WATCH, ...CALLBACK }]],
    answer: /^Watch wat_\w+ is registered/,
    api: [["/api/premium/watches", { spec: WATCH, ...CALLBACK }]],
  },
  {
    asks: "verify a receipt",
    tools: [["best_model", { task: "general" }], ({ _meta: meta }) => ["verify_receipt", { receipt: meta.receipt }]],
    answer: /^Valid: this service signed the receipt/,
    api: ["/api/premium/routing?task=general", ["/api/receipt/verify", { receipt: {} }]],
  },
];

let tokens = 0;
const authorization = () => ({ authorization: `Bearer ${contractToken((tokens += 1))}` });

const listed = async (): Promise<number> => (await sendMcp(world.paidUrl, "tools/list", {})).bytes;

/** Bytes that reach the model: the text of a result. */
async function byTools({ tools, answer }: Task): Promise<Cost> {
  const cost = { calls: 0, bytes: 0 };
  let result: ToolResult | undefined;
  for (const step of tools) {
    const [name, given] = typeof step === "function" ? step(result as ToolResult) : step;
    result = await callTool(world.paidUrl, name, given, { headers: authorization() });
    expect(result.isError, textOf(result)).toBeUndefined();
    cost.calls += 1;
    cost.bytes += Buffer.byteLength(textOf(result));
  }
  expect(textOf(result as ToolResult)).toMatch(answer);
  return cost;
}

async function byApi({ api }: Task): Promise<Cost> {
  const cost = { calls: 0, bytes: 0 };
  for (const step of api) {
    const [target, body] = typeof step === "string" ? [step, null] : step;
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const headers = { ...authorization(), "content-type": "application/json" };
    const answer = await fetch(`${world.baseUrl}${target}`, { ...init, headers });
    expect(answer.status, target).toBeLessThan(300);
    cost.calls += 1;
    cost.bytes += Buffer.byteLength(await answer.text());
  }
  return cost;
}

test("ten tasks are done by calls that the list of tools suggests, in fewer bytes than by llms.txt and the API", async () => {
  const list = await listed();
  const document = Buffer.byteLength(await (await fetch(`${world.baseUrl}/llms.txt`)).text());
  const lines = [`before the first call: tools/list ${list} bytes, llms.txt ${document} bytes`];
  const sum = { tools: list, api: document };
  for (const task of TASKS) {
    const [tools, api] = [await byTools(task), await byApi(task)];
    lines.push(`${task.asks}: ${tools.calls} calls, ${tools.bytes} bytes; by the API ${api.calls} calls, ${api.bytes} bytes`);
    sum.tools += tools.bytes;
    sum.api += api.bytes;
    expect(tools.bytes, task.asks).toBeLessThanOrEqual(6000 * tools.calls);
  }
  process.stdout.write(`${[...lines, `together ${sum.tools} bytes; by llms.txt and the API ${sum.api} bytes`].join("\n")}\n`);
  expect(sum.tools).toBeLessThan(sum.api);
});
