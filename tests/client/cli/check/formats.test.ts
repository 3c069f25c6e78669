import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findMentions, isReadable } from "@/lib/client/cli/check/formats";

const folder = join(import.meta.dirname, "../../../fixtures/model-mentions");

interface Case {
  path: string;
  /** What the file is called where the compiler would take it for one of ours. */
  stored?: string;
  format: string;
  /** Line, and what the service is asked for. */
  asked: [line: number, asked: string][];
}

const CASES: Case[] = [
  {
    path: "litellm/config.yaml",
    format: "litellm",
    asked: [
      [5, "azure/gpt-4o-2024-08-06"],
      [10, "anthropic/claude-3-5-sonnet-20241022"],
      [13, "bedrock/eu.anthropic.claude-3-7-sonnet-20250219-v1:0"],
      [15, "azure/team-chat"],
      [17, "azure/gpt-4-0613"],
    ],
  },
  {
    path: "continue/.continue/config.yaml",
    format: "continue",
    asked: [
      [7, "anthropic/claude-3-5-sonnet-latest"],
      [11, "azure/gpt-4o"],
    ],
  },
  {
    path: "continue-json/config.json",
    format: "continue",
    asked: [
      [4, "openai/gpt-4-turbo"],
      [10, "mistral/codestral-latest"],
    ],
  },
  {
    path: "aider/.aider.conf.yml",
    format: "aider",
    asked: [
      [2, "sonnet"],
      [3, "gpt-4o-mini"],
      [4, "openrouter/anthropic/claude-3.5-sonnet"],
      [6, "gemini/gemini-1.5-flash"],
    ],
  },
  {
    path: "aider/.aider.model.settings.yml",
    format: "aider",
    asked: [
      [1, "azure/gpt-4-32k"],
      [3, "azure/gpt-35-turbo"],
      [6, "deepseek/deepseek-reasoner"],
      [7, "deepseek/deepseek-chat"],
    ],
  },
  {
    path: "opencode/opencode.json",
    format: "opencode",
    asked: [
      [3, "anthropic/claude-sonnet-4-20250514"],
      [4, "openai/gpt-4o-mini"],
      [8, "openrouter/google/gemini-2.0-flash-001"],
      [14, "xai/grok-3"],
    ],
  },
  {
    path: "langchain/agent.py",
    format: "code",
    asked: [
      [7, "gpt-4-0613"],
      [9, "openai/gpt-4o-2024-05-13"],
      [12, "openai/o1-preview"],
      [14, "azure/gpt-4-32k"],
      [15, "anthropic/claude-3-opus-20240229"],
      [17, "openai:gpt-4.5-preview"],
      [18, "google_genai/gemini-1.5-pro"],
      [19, "openai/text-embedding-ada-002"],
      [22, "claude-2.1"],
      [26, "mistral-large-2407"],
    ],
  },
  {
    path: "langchain/agent.ts",
    stored: "langchain/agent.ts.txt",
    format: "code",
    asked: [
      [7, "openai/gpt-4.1"],
      [9, "anthropic:claude-3-haiku-20240307"],
      [12, "openai/gpt-4o-mini"],
      [13, "chatgpt-4o-latest"],
    ],
  },
  {
    path: "environment/.env.example",
    format: "env",
    asked: [
      [3, "gpt-4-turbo-preview"],
      [4, "anthropic/claude-3-7-sonnet-20250219"],
      [5, "text-embedding-3-small"],
      [6, "gpt-4o"],
      [6, "claude-3-5-haiku-20241022"],
    ],
  },
];

describe.each(CASES)("$path", ({ path, stored = path, format, asked }) => {
  const source = readFileSync(join(folder, stored), "utf8");
  const found = findMentions(path, source);

  test("is recognised, and names these models", () => {
    expect(found.format).toBe(format);
    expect(found.mentions.map((mention) => [mention.line, mention.asked])).toEqual(asked);
  });

  test("has each name at the line and column that are said", () => {
    const lines = source.split("\n");
    const wrong = found.mentions.filter(({ name, line, column }) => !lines[line - 1]?.slice(column - 1).startsWith(name));
    expect(wrong).toEqual([]);
  });
});

describe("what is no name of a model", () => {
  const mentions = (path: string, source: string) => findMentions(path, source).mentions.map(({ asked }) => asked);

  test("a word beside a key called model in a file of no known tool", () => {
    expect(mentions("car.yaml", "car:\n  model: Corolla\n  model_year: 2020\n")).toEqual([]);
    expect(mentions("schema.json", '{"model": "user", "modelId": "v2", "data_model": "3d/box.obj.json"}')).toEqual([]);
  });

  test("a file on disk, a template and a text with spaces", () => {
    expect(mentions("a.py", 'f(model="weights/v3.gguf")\nf(model="{model}-v2")\nf(model="gpt 4 turbo")\n')).toEqual([]);
  });

  test("a generic key is read where the value looks like an id", () => {
    expect(mentions("ci.yml", "env:\n  REVIEW_MODEL: gpt-4o-mini\nsteps:\n  - with:\n      model: claude-sonnet-4-5\n")).toEqual([
      "gpt-4o-mini",
      "claude-sonnet-4-5",
    ]);
    expect(mentions("compose.yml", "services:\n  app:\n    environment:\n      - OPENAI_MODEL=gpt-4.1-nano\n")).toEqual(["gpt-4.1-nano"]);
  });
});

test("every document of a file is read", () => {
  const source = "kind: Secret\n---\nmodel: gpt-4o-mini\n---\nenv:\n  - OPENAI_MODEL=gpt-4.1-nano\n";
  const { mentions, isWhole } = findMentions("deploy.yaml", source);
  expect([isWhole, mentions.map(({ line, asked }) => [line, asked])]).toEqual([
    true,
    [
      [3, "gpt-4o-mini"],
      [6, "gpt-4.1-nano"],
    ],
  ]);
});

test("a file that is not valid is read in part, and says so", () => {
  expect(findMentions("chart.yaml", "model: gpt-4o-mini\n{{- if .Values.x }}\nother: {{ .Values.y }}\n{{- end }}\n").isWhole).toBe(false);
  expect(findMentions("a.json", '{"model": "gpt-4o-mini", ').isWhole).toBe(false);
  expect(findMentions("a.json", '{\n\t// said\n\t"model": "gpt-4o-mini",\n\t"list": [\n\t\t1,\n\t],\n}\n')).toMatchObject({
    isWhole: true,
    mentions: [{ asked: "gpt-4o-mini", line: 3 }],
  });
});

describe("hostile files end quickly and without an error", () => {
  const nested = "[".repeat(100_000);
  const aliases = `a: &a [x, x]\n${Array.from({ length: 30 }, (_, index) => `b${index}: &b${index} [*${index ? `b${index - 1}` : "a"}, *${index ? `b${index - 1}` : "a"}]`).join("\n")}\nmodel: gpt-4o\n`;
  test.each([
    ["nested lists", "a.yaml", `model: ${nested}`],
    ["nested JSON", "a.json", `{"model": ${nested}`],
    ["aliases of aliases", "b.yaml", aliases],
    ["an unclosed text", "a.ts", `const model = \`${"x".repeat(500_000)}`],
    ["many brackets", "a.py", "f(".repeat(200_000)],
    ["slashes", "a.ts", "/".repeat(300_000)],
    ["spaces in an assignment", ".env", `MODEL=${" ".repeat(100_000)}x`],
    ["a host that is a pattern", "config.yaml", 'models:\n  - provider: "((("\n    model: gpt-4o\n    apiBase: https://x.example\n'],
  ])("%s", (_name, path, source) => {
    const began = performance.now();
    findMentions(path, source);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

test("only files that may hold names are read", () => {
  const readable = [".env", ".env.example", "config/litellm.yaml", "a/b.tsx", "opencode.jsonc", "main.go"];
  const others = ["package-lock.json", "pnpm-lock.yaml", "a.png", "README.md", "Makefile"];
  expect([...readable, ...others].filter(isReadable)).toEqual(readable);
});
