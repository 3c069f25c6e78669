import { describe, expect, test } from "vitest";
import { comparePage } from "@/lib/pages/compare";
import { costPage } from "@/lib/pages/cost";
import { hrefOf } from "@/lib/pages/address";
import { modelsPage } from "@/lib/pages/models";
import { tokensText } from "@/lib/pages/parameters";
import { readSearch } from "@/lib/pages/search";

describe("a list in an address", () => {
  test("is written with commas, or once for each box or field of a form", () => {
    expect(readSearch(comparePage, { ids: "a,b/c" }).values.ids).toEqual(["a", "b/c"]);
    expect(readSearch(comparePage, { ids: ["a", "b, a", ""] })).toEqual({ values: { ids: ["a", "b"], view: null }, ignored: [] });
    expect(readSearch(comparePage, { ids: " , " })).toEqual({ values: { ids: null, view: null }, ignored: ["ids= , "] });
  });

  test("any other key that is repeated counts once, and the others are named", () => {
    expect(readSearch(modelsPage, { q: ["one", "two"] })).toMatchObject({ values: { q: "one" }, ignored: ["q=two"] });
  });
});

describe("tokens in an address", () => {
  test.each([
    ["250000", 250_000],
    ["250k", 250_000],
    ["1.5M", 1_500_000],
    ["2 b", 2_000_000_000],
    ["1,000,000", 1_000_000],
    ["0", 0],
  ])("%s are %d", (text, tokens) => {
    expect(readSearch(costPage, { in: text })).toMatchObject({ values: { in: tokens }, ignored: [] });
  });

  test.each(["-1", "many", "1x", "1e6", "2000b", "k"])("%s is not accepted, and named", (text) => {
    expect(readSearch(costPage, { in: text })).toMatchObject({ values: { in: 10_000_000 }, ignored: [`in=${text}`] });
  });

  test("are written in the largest unit in which they are short and exact, and read back", () => {
    expect([0, 999, 1000, 250_000, 1_500_000, 1_234_567, 2e9].map(tokensText)).toEqual(["0", "999", "1k", "250k", "1.5M", "1234567", "2B"]);
    for (const tokens of [0, 1, 1230, 12_340_000, 1_234_567, 5e11]) {
      expect(readSearch(costPage, { in: tokensText(tokens) }).values.in).toBe(tokens);
    }
  });

  test("that are the standard ones do not stand in the canonical address", () => {
    expect(hrefOf(costPage, readSearch(costPage, { in: "10000000", out: "2000000", horizon: "monthly" }).values)).toBe("/models/cost");
  });
});
