import { expect, test } from "vitest";
import { remember } from "@/lib/domain/basics/remember";

test("computes a text once, until it is evicted as the one not used for longest", () => {
  const worked: string[] = [];
  const shout = remember((text: string) => {
    worked.push(text);
    return text.toUpperCase();
  }, 2);
  expect(["a", "a", "b", "a", "c", "b", "a"].map(shout)).toEqual(["A", "A", "B", "A", "C", "B", "A"]);
  expect(worked).toEqual(["a", "b", "c", "b", "a"]);
});
