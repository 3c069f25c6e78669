import { expect, test } from "vitest";
import { closestNames, editDistance } from "@/lib/domain/basics/closest-names";

test.each([
  ["kitten", "sitting", 3],
  ["groq", "gorq", 1],
  ["", "abc", 3],
  ["same", "same", 0],
])("golden: from %j to %j it is %d", (one, other, distance) => {
  expect([editDistance(one, other), editDistance(other, one)]).toEqual([distance, distance]);
});

const NAMES = ["anthropic", "anthracite-org", "openai", "azure-openai", "mistral", "groq", "grok"];
const closest = (text: string) => closestNames(NAMES, text, (name) => [name]);

test("names what a misspelt or incomplete name perhaps means, best first", () => {
  expect(closest("Anthorpic")).toEqual(["anthropic"]);
  expect(closest("open ai")).toEqual(["openai", "azure-openai"]);
  expect(closest("gorq")).toEqual(["groq"]);
});

test("names nothing for another name, or for none", () => {
  expect([closest("zzzz"), closest("no-such-company"), closest("--"), closest("")]).toEqual([[], [], [], []]);
});
