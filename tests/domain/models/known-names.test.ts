import { expect, test } from "vitest";
import { knownNames } from "@/lib/domain/models/known-names";

const listing = (modelId: string, name = modelId) => ({ modelId, name });

const nameOf = knownNames([
  listing("claude-opus-5"),
  listing("anthropic/claude-opus-5", "Claude Opus 5"),
  listing("azure/claude-opus-5", "claude-opus-5"),
  listing("openai/gpt-5.5", "GPT-5.5"),
  listing("openai/gpt-5.5-pro", "GPT-5.5 Pro"),
  listing("qwen3-30b-a3b:free", "Qwen3 30B A3B (free)"),
  listing("qwen/qwen3-30b-a3b", "Qwen3 30B A3B"),
  listing("deepseek/deepseek-r1", "R1"),
  listing("one/minimax-m2", "Minimax M2"),
  listing("two/minimax-m2", "MiniMax-M2"),
  listing("three/minimax-m2", "MiniMax-M2"),
]);

test("an id takes the name that other listings of it have, as most write it", () => {
  expect(nameOf(listing("claude-opus-5"))).toBe("Claude Opus 5");
  expect(nameOf(listing("vendor/claude-opus-5", "claude-opus-5"))).toBe("Claude Opus 5");
  expect(nameOf(listing("qwen3-30b-a3b"))).toBe("Qwen3 30B A3B");
  expect(nameOf(listing("minimax-m2"))).toBe("MiniMax-M2");
});

test("a dated id takes the model's name, with its date", () => {
  expect(nameOf(listing("gpt-5.5-2026-04-23"))).toBe("GPT-5.5 (2026-04-23)");
  expect(nameOf(listing("gpt-5.5@20260423"))).toBe("GPT-5.5 (20260423)");
});

test("an id with its date in the middle stays, since what is behind the date is none", () => {
  expect(nameOf(listing("gpt-5.5-2026-04-23-pro"))).toBe("gpt-5.5-2026-04-23-pro");
});

test("a name that says something else, or less, is not taken; a name that is known stays", () => {
  expect(nameOf(listing("deepseek-r1"))).toBe("deepseek-r1");
  expect(nameOf(listing("jamba-1.5"))).toBe("jamba-1.5");
  expect(nameOf(listing("gpt-5.5-latest"))).toBe("gpt-5.5-latest");
  expect(nameOf(listing("openai/gpt-5.5", "GPT 5.5 at its host"))).toBe("GPT 5.5 at its host");
});
