import { expect, test } from "vitest";
import { snippetBeyond } from "@/lib/domain/news/snippet-beyond";

test("a headline that a snippet begins with is not said twice", () => {
  expect(snippetBeyond("A lab opens", "A lab opens. It did so today.")).toBe("It did so today.");
  expect(snippetBeyond("A lab opens", "a lab opens")).toBe("");
  expect(snippetBeyond("A lab opens", "Today a lab opened.")).toBe("Today a lab opened.");
});
