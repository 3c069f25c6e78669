import { expect, test } from "vitest";
import { placeOf } from "@/lib/domain/pages/host-of";

test("an address is named by its host, a repository's by its owner too", () => {
  expect(placeOf("https://www.anthropic.com/news/claude?x=1")).toBe("anthropic.com");
  expect(placeOf("https://github.com/MoonshotAI/Kimi-K2.5/blob/main/README.md#scores")).toBe("github.com/MoonshotAI/Kimi-K2.5");
  expect(placeOf("https://huggingface.co/Qwen")).toBe("huggingface.co");
});
