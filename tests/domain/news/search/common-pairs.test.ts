import { expect, test } from "vitest";
import { commonPairs } from "@/lib/domain/news/search/common-pairs";

test.each([
  ["ai models", ["ai+model"]],
  ["new ai model and new ai models", ["new+ai", "ai+model"]],
  ["ai and models", []],
  ["openai opus", []],
  ["large language models", ["larg+languag", "languag+model"]],
  ["", []],
])("the pairs of %s", (text, pairs) => expect(commonPairs(text.split(" "))).toEqual(pairs));
