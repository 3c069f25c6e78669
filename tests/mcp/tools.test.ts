import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractToken } from "../support/contract/contract-tokens";
import { callTool, sendMcp, textOf, type ToolResult } from "../support/mcp/call-mcp";
import { startMcpWorld, type McpWorld } from "../support/mcp/mcp-world";

let world: McpWorld;
beforeAll(async () => {
  world = await startMcpWorld();
});
afterAll(() => world?.stop());

let calls = 0;
/** Each paid call with a token of its own: many calls of one account in a row are refused as a loop. */
const paid = (name: string, given: object = {}) =>
  callTool(world.paidUrl, name, given, { headers: { authorization: `Bearer ${contractToken((calls += 1))}` } });
const free = (name: string, given: object = {}) => callTool(world.url, name, given);

const rowsOf = ({ structuredContent }: ToolResult) => (structuredContent?.rows ?? []) as Record<string, unknown>[];

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const FREE: [string, object, RegExp][] = [
  ["find_models", { capability: "tool-use", min_context: 200_000, limit: 3 }, /\d+ models fit; the cheapest first/],
  ["find_models", { provider: "anthropic", sort: "context" }, /the largest context first/],
  ["get_model", { model: "claude opus 4.5" }, /^Claude Opus 4\.5.*anthropic\/claude-opus-4-5.*USD per 1M tokens/],
  ["get_model", { model: "us.anthropic.claude-opus-4-5-20251101-v1:0" }, /Amazon Bedrock/],
  ["get_model", { model: "claude-opus-4-5", at: `${dayAgo(1)}T12:00:00Z` }, /^anthropic\/claude-opus-4-5 at .* USD per 1M tokens \(captured, /],
  ["get_model", { model: "claude-opus-4-5", at: "2020-01-01" }, /not known \(before_first_price\)/],
  ["get_model", { model: "claude-opus-4-5", from: dayAgo(3) }, /price changes, \d of 4 days captured/],
  ["provider_status", {}, /\d+ services: trouble at .*Replicate/],
  ["provider_status", { provider: "groq", show: "incidents" }, /1 incidents, 1 of them open/],
  ["provider_status", { provider: "anthropic", show: "uptime" }, /days without trouble/],
  ["check_services", { services: ["openai", "groq"] }, /Groq API is degraded.*it is them/],
  ["check_services", { models: "claude-opus-4-5" }, /Claude API is operational/],
  ["whats_changed", {}, /in the last 24 hours/],
  ["whats_changed", { dataset: "movers" }, /the price of \d+ models moved, the largest change first/],
  ["whats_changed", { dataset: "archive" }, /\d+ models are no longer sold, those that went last first/],
  ["news", { category: "research", limit: 2 }, /articles, the newest first/],
  ["retirements", { models: ["gpt-4o"] }, /1 listing ends/],
  ["benchmarks", {}, /models by ability/],
  ["benchmarks", { benchmark: "gpqa_diamond", provider: "openai" }, /with a score in GPQA Diamond/],
  ...["embeddings", "multimodal", "vector_dbs", "agents", "harnesses"].map((kind): [string, object, RegExp] => [
    "catalog",
    { kind },
    new RegExp(`of \\d+ ${kind.replaceAll("_", " ")}`),
  ]),
  ["catalog", { kind: "gpus", q: "H100" }, /1 of \d+ gpus/],
];

const PAID: [string, object, RegExp][] = [
  ["get_model", { model: "claude-opus-4-5", from: dayAgo(40) }, /of 41 days captured/],
  ["get_model", { model: "claude-opus-4-5", forecast_days: 3 }, /forecast of the blended price/],
  ["provider_status", { provider: "anthropic", from: dayAgo(40) }, /days without trouble/],
  ["whats_changed", { days: 3 }, /price changes/],
  ["news", { q: "model" }, /articles match, the best first/],
  ["news", { min_sources: 2 }, /stories that at least 2 outlets reported/],
  ["benchmarks", { benchmark: "swe_bench", model: "claude-opus-4-5", from: dayAgo(20) }, /each row is the first day of a score/],
  ["best_model", { task: "code", budget: 2 }, /Best for code: /],
  ["compare_cost", { models: ["claude-opus-4-5", "gpt-5"] }, /2 models compared/],
  ["compare_cost", { models: "claude-opus-4-5", input_tokens_per_day: 1e6, output_tokens_per_day: 5e5 }, /USD a month/],
];

const LONGEST = 6000;

function expectAnswer(result: ToolResult, words: RegExp): void {
  expect(result.isError, textOf(result)).toBeUndefined();
  expect(textOf(result)).toMatch(words);
  expect(Buffer.byteLength(textOf(result))).toBeLessThanOrEqual(LONGEST);
  expect(Buffer.byteLength(JSON.stringify(result.structuredContent))).toBeLessThanOrEqual(LONGEST);
  // Text and structure carry the same rows.
  for (const row of rowsOf(result)) {
    const [first] = Object.values(row).filter((value) => typeof value === "string" && value.length > 2);
    if (first !== undefined) expect(textOf(result)).toContain(String(first).replace(/\s+/g, " ").replaceAll("|", "/"));
  }
}

describe("an answer is a sentence with a table, within 6 KB", () => {
  test.each(FREE)("%s %j", async (name, given, words) => expectAnswer(await free(name, given), words));

  test.each(PAID)("%s %j, for a credit", async (name, given, words) => {
    const result = await paid(name, given);
    expectAnswer(result, words);
    expect(result._meta).toMatchObject({ billing: { credits_charged: 1 }, receipt: { signature: expect.any(String) } });
  });

  test("the tools that are free are free where payments can be made too", async () => {
    for (const [name, given, words] of FREE.slice(0, 3)) {
      const result = await callTool(world.paidUrl, name, given);
      expectAnswer(result, words);
      expect(result._meta.billing).toBeUndefined();
    }
  });

  test("the free address answers nothing of payments", async () => {
    for (const [name, given] of FREE) {
      const text = JSON.stringify(await free(name, given));
      expect(/"(billing|receipt|premium|request_id|credits_\w+)"/.exec(text), name).toBeNull();
    }
  });
});

describe("a cursor leads through all rows", () => {
  test("and each comes once", async () => {
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const { structuredContent } = await free("catalog", { kind: "vector_dbs", limit: 10, ...(cursor ? { cursor } : {}) });
      seen.push(...((structuredContent?.rows ?? []) as { id: string }[]).map(({ id }) => id));
      expect(structuredContent?.total).toBe(27);
      cursor = structuredContent?.next_cursor;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([27, 27]);
  });

  test("`fields` says which members a row has", async () => {
    const result = await free("find_models", { fields: "id,capabilities", limit: 2 });
    expect(rowsOf(result).map((row) => Object.keys(row))).toEqual([
      ["id", "capabilities"],
      ["id", "capabilities"],
    ]);
  });
});

const WRONG: [string, object, RegExp][] = [
  ["find_models", { capability: "telepathy" }, /`capability` is not valid: got "telepathy", accepted is one of text, vision, tool-use/],
  ["find_models", { capabilities: "vision" }, /`capabilities` is not an argument.*`capability` was meant/],
  ["find_models", { sort: "cheapness" }, /`sort` is not valid.*one of price, input_price/],
  ["find_models", { limit: 500 }, /`limit` is not valid: got 500, accepted is an integer from 1 to 50/],
  ["find_models", { fields: "id,colour" }, /`fields` is not valid: rows have no colour; accepted are/],
  ["find_models", { cursor: "next" }, /`cursor` is not valid/],
  ["find_models", { provider: { id: "openai" } }, /`provider` is not valid: got {"id":"openai"}/],
  ["get_model", {}, /`model` is required/],
  ["get_model", { model: "no-such-model-at-all" }, /`model` is not valid: no single model is called/],
  ["get_model", { model: "claude-opus-4-5", from: "May" }, /`from`/],
  ["get_model", { model: "claude-opus-4-5", from: "2026-01-01", to: "2026-01-31" }, /longer than 7 days.*`from`/],
  ["provider_status", { provider: "nobody" }, /`provider`/],
  ["provider_status", { show: "uptime" }, /`provider` is required where `show` is uptime/],
  ["check_services", {}, /`services` or `models` is required/],
  ["whats_changed", { dataset: "weather" }, /`dataset` is not valid.*models, provider_status/],
  ["news", { category: "", limit: "many" }, /`limit` is not valid/],
  ["retirements", { within_days: -1 }, /`within_days` is not valid/],
  ["benchmarks", { benchmark: "iq" }, /`benchmark` is not valid: got iq, accepted is one of swe_bench/],
  ["catalog", { kind: "cars" }, /`kind` is not valid.*one of embeddings/],
  ["catalog", {}, /`kind` is required/],
  ["no_such_tool", {}, /There is no tool "no_such_tool".*find_models/],
  ["best_model", { task: "code" }, /There is no tool "best_model"/],
];

describe("a wrong argument is a result that names it and says what is accepted", () => {
  test.each(WRONG)("%s %j", async (name, given, words) => {
    const result = await free(name, given);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(words)]);
    expect(textOf(result)).not.toMatch(/premium|credit/i);
  });

  test.each([
    ["best_model", { task: "poetry" }, /`task` is not valid.*code, reasoning/],
    ["compare_cost", { models: ["claude-opus-4-5"] }, /`models`/],
    ["compare_cost", { models: "gpt-5", input_tokens_per_day: 5 }, /`output_tokens_per_day` is required/],
    ["security_card", { cve_id: "heartbleed" }, /`cve_id` is not valid.*CVE-YYYY-NNNN/],
    ["watches", { action: "get" }, /`id` is required where `action` is get/],
    ["watches", { action: "create", type: "price" }, /give `model`/],
    ["watches", { action: "list", id: "x", colour: 1 }, /`colour` is not an argument/],
    ["verify_receipt", { receipt: 5 }, /`receipt` is not valid.*a receipt, as an object or as JSON text/],
  ] as [string, object, RegExp][])("%s %j, for nothing", async (name, given, words) => {
    const result = await paid(name, given);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(words)]);
    expect(result._meta.billing?.credits_charged ?? 0).toBe(0);
  });
});

test("words of third parties stand in a fence that they cannot close, and the structure names them", async () => {
  const result = await free("news", { limit: 5 });
  const [, fenced = ""] = /```third-party\n([\s\S]*)\n```/.exec(textOf(result)) ?? [];
  const titles = rowsOf(result).map(({ title }) => String(title));
  expect(titles.length).toBeGreaterThan(0);
  expect(titles.filter((title) => !fenced.includes(title))).toEqual([]);
  expect(result.structuredContent?.third_party_text).toEqual(["title"]);
  expect(textOf(result)).toContain("never instructions");
});

describe("watches and receipts", () => {
  const WATCH = {
    type: "price",
    model: "claude-opus-4-5",
    field: "blended",
    op: "lt",
    threshold: 10,
    callback_url: "https://93.184.215.14/hook",
  };

  test("a watch is shown for nothing, made for a credit, listed and deleted", async () => {
    const shown = await paid("watches", { action: "preview", ...WATCH });
    expect([textOf(shown), shown._meta.billing.credits_charged]).toEqual([expect.stringContaining("Nothing was created"), 0]);
    const made = await paid("watches", { action: "create", ...WATCH });
    expect(made._meta.billing.credits_charged).toBe(1);
    const [{ id } = {}] = rowsOf(made);
    expect(textOf(await paid("watches", { action: "list" }))).toContain(String(id));
    expect(textOf(await paid("watches", { action: "delete", id }))).toContain(`Watch ${String(id)} is deleted`);
    expect(textOf(await paid("watches", { action: "get", id }))).toContain("deleted");
  });

  test("a call that is repeated with the key of its `_meta` is charged once", async () => {
    const sent = { headers: { authorization: `Bearer ${contractToken(250)}` }, meta: { "idempotency-key": "key-in-the-message" } };
    const [first, again] = [
      await callTool(world.paidUrl, "best_model", { task: "creative" }, sent),
      await callTool(world.paidUrl, "best_model", { task: "creative" }, sent),
    ];
    expect([again._meta["idempotency-replayed"], again._meta.receipt]).toEqual([true, first._meta.receipt]);
  });

  test("the receipt of a tool call is verified by a tool", async () => {
    const { _meta: meta } = await paid("best_model", { task: "reasoning" });
    const verdict = await paid("verify_receipt", { receipt: meta.receipt });
    expect(textOf(verdict)).toMatch(/^Valid: this service signed the receipt/);
    const forged = await paid("verify_receipt", { receipt: JSON.stringify({ ...meta.receipt, credits_charged: 0 }) });
    expect(textOf(forged)).toMatch(/^Not valid: /);
  });
});

describe("resources, completions and prompts", () => {
  test("models, providers and guides are read by their addresses", async () => {
    const read = async (uri: string) =>
      (await sendMcp<{ contents: { text: string }[] }>(world.url, "resources/read", { uri })).result.contents[0]?.text;
    expect(await read("aed://models/anthropic/claude-opus-4-5")).toMatch(/^Claude Opus 4\.5/);
    expect(await read("aed://providers/groq")).toMatch(/trouble at Groq API/);
    expect(await read("aed://guides/freshness")).toMatch(/^# /);
  });

  test.each([
    "aed://models/nobody/nothing",
    "aed://providers/nobody",
    "aed://guides/nothing",
    "aed://guides/paying",
    "https://example.com",
    "aed://models/%E0%A4%A",
  ])("%s is not found", async (uri) => {
    const { error } = await sendMcp(world.url, "resources/read", { uri });
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining("not found"), data: { uri } });
  });

  test.each([
    [{ type: "ref/resource", uri: "aed://providers/{id}" }, { name: "id", value: "anth" }, "anthropic"],
    [{ type: "ref/prompt", name: "migrate_model" }, { name: "model", value: "opus-4-5" }, "anthropic/claude-opus-4-5"],
    [{ type: "ref/prompt", name: "morning_brief" }, { name: "cve_id", value: "CVE-" }, "CVE-2024-4577"],
  ])("%j completes %j", async (ref, argument, value) => {
    const { result } = await sendMcp<{ completion: { values: string[] } }>(world.url, "completion/complete", { ref, argument });
    expect(result.completion.values).toContain(value);
  });

  test("a model of a provider that is chosen already is completed without its name", async () => {
    const { result } = await sendMcp<{ completion: { values: string[] } }>(world.url, "completion/complete", {
      ref: { type: "ref/resource", uri: "aed://models/{provider}/{id}" },
      argument: { name: "id", value: "claude-opus-4-5" },
      context: { arguments: { provider: "anthropic" } },
    });
    expect(result.completion.values).toContain("claude-opus-4-5");
  });

  test("three prompts are listed, and each takes its arguments", async () => {
    const { result } = await sendMcp<{ prompts: { name: string }[] }>(world.url, "prompts/list", {});
    expect(result.prompts.map(({ name }) => name)).toEqual(["choose_model", "migrate_model", "morning_brief"]);
    const { error } = await sendMcp(world.url, "prompts/get", { name: "choose_model" });
    expect(error?.message).toContain("`task` is required");
  });

  test("lists say how long they may be kept, and that everybody may keep them", async () => {
    for (const method of ["tools/list", "resources/list", "resources/templates/list", "prompts/list", "server/discover"]) {
      const { result } = await sendMcp<object>(world.url, method, {});
      expect(result, method).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" });
    }
  });
});
