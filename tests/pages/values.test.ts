import { expect, test } from "vitest";
import { modelMapPage } from "@/lib/pages/model-map";
import { readSearch, type RawSearch } from "@/lib/pages/search";
import { countChosen } from "@/lib/pages/values";

const chosenIn = (raw: RawSearch): number =>
  countChosen(modelMapPage, readSearch(modelMapPage, raw).values, ["y", "x", "mix", "scale", "provider"]);

test("a parameter counts as chosen where it has another value than its default, written out or not", () => {
  expect(chosenIn({})).toBe(0);
  expect(chosenIn({ y: "capability", scale: "log", mix: "50" })).toBe(0);
  expect(chosenIn({ y: "code", mix: "0", provider: "openai,anthropic" })).toBe(3);
});

test("a parameter that the form does not have is not counted", () => {
  expect(chosenIn({ out: "true", view: "json", x: "input" })).toBe(1);
});
