import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSearch } from "@/lib/domain/news/search/search-query";

describe("parseSearch", () => {
  test.each([
    ["opus pricing", '"opus" "pricing"', ["opus", "pricing"]],
    ["GPT-5.1 price", '"gpt 5.1" "price"', ["gpt 5.1", "price"]],
    ['"open weights" -meta', '"open weights" -"meta"', ["open weights"]],
    ['-"open weights" qwen3', '-"open weights" "qwen 3"', ["qwen 3"]],
    ["o3 or o4-mini", '"o3" or "o4 mini"', ["o3", "o4 mini"]],
    ["or o3 OR", '"o3"', ["o3"]],
    ["the price of the model", '"price" "model"', ["price", "model"]],
    ["o3 or the mini", '"o3" or "mini"', ["o3", "mini"]],
    ["Opus opus OPUS", '"opus" "opus" "opus"', ["opus"]],
    ["“state of the art", '"state of the art"', ["state of the art"]],
    ["weights or -opus", '"weights"', ["weights"]],
    ["a1 b1 or c1 -d1", '"a1" "b1" or "c1" -"d1"', ["a1", "b1", "c1"]],
    ['foo"bar baz"', '"foo" "bar baz"', ["foo", "bar baz"]],
  ])("reads %s", (text, expression, terms) => expect(parseSearch(text)).toMatchObject({ expression, terms }));

  test.each(["", "the of and", '"the"', "?!... --", "-opus", "or", '"" ""', "-the"])("finds no term in %j", (text) =>
    expect(parseSearch(text).terms).toEqual([]),
  );

  test("builds an expression of quoted words, minus and or from any input", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 200 }),
          fc.string({
            unit: fc.constantFrom("a", "1", '"', "-", " ", "or", "'", "\\", "&", "|", "!", ":", "*", "(", ")", "<->", "."),
            maxLength: 60,
          }),
        ),
        (text) => {
          const { expression } = parseSearch(text);
          expect(expression).toMatch(/^(?:(?:or )?-?"[\p{L}\p{N}\p{M}. ]+"(?: |$))*$/u);
        },
      ),
      { numRuns: 300 },
    );
  });
});
