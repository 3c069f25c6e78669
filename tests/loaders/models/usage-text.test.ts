import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { UsageLine } from "@/lib/domain/models/usage/usage-line";
import { readUsageText } from "@/lib/loaders/models/usage-text";

const fixture = (name: string): string => readFileSync(new URL(`../../fixtures/usage/${name}`, import.meta.url), "utf8");

function read(text: string) {
  const found = readUsageText(text);
  if ("fault" in found) throw new Error(found.fault);
  return found.usage;
}

const day = (date: string) => ({ from: Date.parse(date), to: Date.parse(date) + 86_400_000 });
const line = (over: Partial<UsageLine>): UsageLine => ({
  line: 1,
  model: "m",
  provider: null,
  from: 0,
  to: 0,
  quantities: {},
  prompt: { atMost: null, above: null },
  serviceTier: "standard",
  speed: null,
  geography: null,
  statedUsd: null,
  ...over,
});

describe("OpenAI", () => {
  test("the table of the dashboard: cached input is taken off, a batch is a tier, an empty day is left out", () => {
    const { format, lines, leftOut, ignored } = read(fixture("openai-completions.csv"));
    expect([format.id, ignored, leftOut]).toEqual(["openai", [], [{ line: 3, reason: "no_usage" }]]);
    expect(lines).toEqual([
      line({
        model: "gpt-5.6-sol",
        provider: "openai",
        ...day("2026-08-20"),
        quantities: { input: 53_440, output: 10_646, cache_read: 5760, request: 10 },
        prompt: { atMost: 59_200, above: null },
      }),
      line({
        line: 2,
        model: "gpt-5.6-sol",
        provider: "openai",
        ...day("2026-08-21"),
        quantities: { input: 1_000_000, output: 200_000, request: 4 },
        prompt: { atMost: 1_000_000, above: null },
        serviceTier: "batch",
      }),
    ]);
  });

  test("what was cached of audio and images has no price of its own, and is not left out of the sum in silence", () => {
    const result = { model: "gpt-audio", input_tokens: 90, input_text_tokens: 50, input_cached_text_tokens: 10, num_model_requests: 1 };
    const bucket = { start_time: 1787184000, results: [{ ...result, input_cached_audio_tokens: 20, input_cached_image_tokens: 10 }] };
    const [first] = read(JSON.stringify({ data: [bucket] })).lines;
    expect(first?.quantities).toEqual({ input: 50, cache_read: 10, cache_read_audio: 20, cache_read_image: 10, request: 1 });
    expect(first?.prompt).toEqual({ atMost: 90, above: 89 });
  });

  test("the page of the usage API, whose empty bucket is no line", () => {
    const { format, lines, leftOut } = read(fixture("openai-usage-api.json"));
    expect([format.id, leftOut]).toEqual(["openai", []]);
    expect(lines).toEqual([
      line({
        model: "gpt-5.6-sol",
        provider: "openai",
        ...day("2026-08-20"),
        quantities: { input: 100_000, output: 9756, cache_read: 41_201, request: 470 },
        prompt: { atMost: 141_201, above: null },
        serviceTier: "flex",
      }),
    ]);
  });

  test("amounts without tokens are no usage", () => {
    expect(readUsageText(fixture("openai-costs-api.json"))).toEqual({ fault: "no_lines" });
  });
});

describe("Anthropic", () => {
  test("the table of the Console, with both lifetimes of the cache, searches and length of prompt", () => {
    const { format, lines, ignored } = read(fixture("anthropic-console.csv"));
    expect([format.id, ignored]).toEqual(["anthropic", []]);
    expect(lines.map(({ quantities }) => quantities)).toEqual([
      { input: 100_000, output: 5000, cache_read: 400_000, cache_write_5m: 20_000, cache_write_1h: 30_000, web_search: 10 },
      { input: 1_000_000, output: 50_000, web_search: 100 },
      { input: 300_000, output: 2000 },
    ]);
    expect(lines.map(({ serviceTier, geography, speed }) => [serviceTier, geography, speed])).toEqual([
      ["standard", null, null],
      ["batch", null, null],
      ["standard", null, null],
    ]);
    expect(lines.map(({ prompt }) => prompt)).toEqual([
      { atMost: 200_000, above: null },
      { atMost: 200_000, above: null },
      { atMost: 300_000, above: 200_000 },
    ]);
    expect(lines[2]).toMatchObject({ provider: "anthropic", model: "claude-sonnet-4-5-20250929", ...day("2026-06-13") });
  });

  test("the report of the Admin API", () => {
    const { format, lines, ignored } = read(fixture("anthropic-admin-api.json"));
    expect([format.id, ignored]).toEqual(["anthropic", []]);
    expect(lines).toEqual([
      line({
        model: "claude-opus-4-5-20251101",
        provider: "anthropic",
        ...day("2026-06-12"),
        quantities: { input: 1500, output: 500, cache_read: 200, cache_write_5m: 500, cache_write_1h: 1000, web_search: 10 },
        prompt: { atMost: 3200, above: null },
      }),
    ]);
  });
});

describe("OpenRouter", () => {
  test("the table of the activity: a row is a request, and a free variant is a listing of its own", () => {
    const { format, lines, ignored } = read(fixture("openrouter-activity.csv"));
    expect([format.id, ignored]).toEqual(["openrouter", []]);
    const at = Date.parse("2026-06-28T03:46:57.713Z");
    expect(lines).toEqual([
      line({
        model: "openai/gpt-oss-120b",
        provider: "openrouter",
        from: at,
        to: at,
        quantities: { input: 10_000, output: 137, cache_read: 389, thinking_output: 20 },
        prompt: { atMost: 10_389, above: 10_388 },
        statedUsd: 0.0123,
      }),
      expect.objectContaining({ model: "openai/gpt-oss-120b:free", quantities: { input: 500, output: 50 } }),
    ]);
  });

  test("the page of the activity API", () => {
    const { format, lines, ignored } = read(fixture("openrouter-activity-api.json"));
    expect([format.id, ignored]).toEqual(["openrouter", []]);
    expect(lines[0]).toMatchObject({
      quantities: { input: 120_400, output: 9800, thinking_output: 1200, request: 7 },
      prompt: { atMost: 120_400, above: null },
      statedUsd: 0.41,
    });
  });
});

describe("ccusage", () => {
  test("a day has a line for each model, with its own cost", () => {
    const { format, lines, ignored } = read(fixture("ccusage-daily.json"));
    expect([format.id, ignored]).toEqual(["ccusage", []]);
    expect(lines.map(({ model, provider, quantities, statedUsd }) => ({ model, provider, quantities, statedUsd }))).toEqual([
      {
        model: "claude-opus-4-5-20251101",
        provider: null,
        quantities: { input: 1000, output: 500, cache_read: 5000, cache_write: 2000 },
        statedUsd: 1.25,
      },
      { model: "claude-haiku-4-5-20251001", provider: null, quantities: { input: 500, output: 200 }, statedUsd: 0.25 },
    ]);
    expect(lines[0]).toMatchObject(day("2026-06-12"));
  });

  test("a month is the whole of it, a session the day of its last activity", () => {
    expect(read(fixture("ccusage-monthly.json")).lines[0]).toMatchObject({
      from: Date.parse("2026-06-01"),
      to: Date.parse("2026-07-01"),
      quantities: { input: 190, output: 30, cache_read: 65, cache_write: 45 },
    });
    expect(read(fixture("ccusage-session.json")).lines[0]).toMatchObject(day("2026-06-12"));
  });

  test("for Codex, where input holds what was cached", () => {
    const { format, lines, ignored } = read(fixture("ccusage-codex.json"));
    expect([format.id, ignored]).toEqual(["ccusage_codex", []]);
    expect(lines[0]).toMatchObject({
      model: "gpt-5",
      provider: "openai",
      quantities: { input: 6000, cache_read: 4000, output: 900, thinking_output: 300 },
    });
  });
});

describe("lines of our own", () => {
  const own = { model: "gpt-5", at: "2026-06-12T08:00:00Z", input: 10, output: 5 };

  test("as JSON, as lines of JSON and as a table, with other words for the same", () => {
    const expected = [expect.objectContaining({ model: "gpt-5", quantities: { input: 10, output: 5 }, from: Date.parse(own.at) })];
    const table = "Model;Timestamp;Input tokens;Output tokens\ngpt-5;2026-06-12 08:00:00;10;5\n";
    for (const text of [JSON.stringify({ lines: [own] }), JSON.stringify([own]), `${JSON.stringify(own)}\n`, table, `\uFEFF${table}`]) {
      expect(read(text).lines).toEqual(expected);
    }
    expect(read(`${JSON.stringify(own)}\n${JSON.stringify(own)}\n`).lines).toHaveLength(2);
  });

  test("columns that nothing is known of are named, lines that cannot be priced say why", () => {
    const rows = [
      { ...own, colour: "red" },
      { ...own, model: "" },
      { ...own, at: "yesterday" },
      { ...own, input: -1 },
      { ...own, input: 1.5 },
      { model: "gpt-5", at: own.at },
      { model: "gpt-5", at: own.at, cost: 3 },
    ];
    const { lines, ignored, leftOut } = read(JSON.stringify(rows));
    expect([lines.length, ignored]).toEqual([1, ["colour"]]);
    expect(leftOut.map(({ line: number, reason }) => [number, reason])).toEqual([
      [2, "no_model"],
      [3, "no_time"],
      [4, "invalid_number"],
      [5, "invalid_number"],
      [6, "no_usage"],
      [7, "amount_only"],
    ]);
  });

  test("prompt_tokens holds what was cached, input_tokens does not", () => {
    const of = (counts: object) => read(JSON.stringify([{ model: "m", day: "2026-06-12", ...counts }])).lines[0]?.quantities;
    expect(of({ prompt_tokens: 100, cached_tokens: 40 })).toEqual({ input: 60, cache_read: 40 });
    expect(of({ input_tokens: 100, cache_read: 40 })).toEqual({ input: 100, cache_read: 40 });
  });

  test("one request says how long its prompt was", () => {
    const of = (requests: number | null) => read(JSON.stringify([{ ...own, cache_read: 90, requests }])).lines[0]?.prompt;
    expect([of(1), of(2), of(null)]).toEqual([
      { atMost: 100, above: 99 },
      { atMost: 100, above: null },
      { atMost: 100, above: null },
    ]);
  });
});
