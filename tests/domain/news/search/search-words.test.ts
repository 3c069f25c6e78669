import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchWords } from "@/lib/domain/news/search/search-words";

describe("searchWords", () => {
  test.each([
    ["GPT-5.1", "gpt 5.1"],
    ["GPT5.1", "gpt 5.1"],
    ["gpt 5.1.", "gpt 5.1"],
    ["GPT‑5.1’s price", "gpt 5.1 price"],
    ["o3-mini", "o3 mini"],
    ["o3", "o3"],
    ["Claude 4.7", "claude 4.7"],
    ["Claude v4.7, v3, V100", "claude 4.7 v3 v100"],
    ["claude-3.5-sonnet", "claude 3.5 sonnet"],
    ["Llama3.1/70B", "llama 3.1 70b"],
    ["xAI and x.ai", "xai and xai"],
    ["the U.S. and A.I.", "the us and ai"],
    ["AT&T", "att"],
    ["llama.cpp", "llama cpp"],
    ["ends here.Next", "ends here next"],
    ["1,000 H100s, $5", "1000 h100 5"],
    ["Café", "cafe"],
    ["C++ & C#", "c c"],
    ["人工智能 AI", "人 工 智 能 ai"],
    ["...", ""],
  ])("reads %s as %s", (text, words) => expect(searchWords(text).join(" ")).toBe(words));

  test("is idempotent, and gives only letters, digits and dots between digits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const words = searchWords(text);
        for (const word of words) expect(word).toMatch(/^(?:[\p{L}\p{N}\p{M}]|(?<=\d)\.(?=\d))+$/u);
        expect(searchWords(words.join(" ")).join(" ")).toBe(words.join(" "));
      }),
      { numRuns: 300 },
    );
  });
});
