import { describe, expect, test } from "vitest";
import { packInstances, paletteEntries } from "@/lib/domain/pages/palette-index";

const PATH = "/models/[provider]/[...id]";
const INSTANCES = [
  { path: { provider: "openai", id: "gpt-5" }, label: "GPT-5", kind: "OpenAI" },
  { path: { provider: "openai", id: "o3-2025-04-16" }, label: "o3", kind: "OpenAI" },
  { path: { provider: "a/b", id: "meta/llama 4?" }, label: "Llama 4", kind: "A and B" },
];

describe("the palette's index", () => {
  test("gives back every instance that was packed", () => {
    const packed = packInstances(PATH, INSTANCES);
    expect(paletteEntries({ entries: [], pages: [packed] })).toEqual([
      { label: "GPT-5", kind: "OpenAI", href: "/models/openai/gpt-5", words: "gpt-5" },
      { label: "o3", kind: "OpenAI", href: "/models/openai/o3-2025-04-16", words: "o3-2025-04-16" },
      { label: "Llama 4", kind: "A and B", href: "/models/a%2Fb/meta/llama%204%3F", words: "meta/llama 4?" },
    ]);
  });

  test("says once what instances have in common", () => {
    const { groups } = packInstances(PATH, INSTANCES);
    expect(groups).toEqual([
      ["OpenAI", ["openai"], ["GPT-5", "o3\to3-2025-04-16"]],
      ["A and B", ["a/b"], ["Llama 4\tmeta/llama 4?"]],
    ]);
  });

  test("packs a page with one value in its path, and one without instances", () => {
    const packed = packInstances("/providers/[id]", [{ path: { id: "xai" }, label: "xAI", kind: "Provider" }]);
    expect(paletteEntries({ entries: [], pages: [packed, packInstances("/providers/[id]", [])] })).toEqual([
      { label: "xAI", kind: "Provider", href: "/providers/xai", words: "xai" },
    ]);
  });
});
