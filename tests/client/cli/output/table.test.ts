import { expect, test } from "vitest";
import { cut, facts, table, type View } from "@/lib/client/cli/output/table";

const view = (width: number): View => ({ width, paint: (_format, text) => text });
const COLUMNS = [
  { head: "MODEL", isFlexible: true },
  { head: "PRICE", align: "right" },
] as const;

test("columns are as wide as what they hold, numbers stand on the right, and null is a dash", () => {
  expect(
    table(
      COLUMNS,
      [
        ["gpt-5", "$1.25"],
        ["o3", null],
      ],
      view(80),
    ),
  ).toEqual(["MODEL  PRICE", "gpt-5  $1.25", "o3         -"]);
});

test("a flexible column gives way, and no line is wider than the terminal", () => {
  const lines = table(COLUMNS, [["anthropic/claude-opus-4-5-20251101", "$25.00"]], view(24));
  expect(lines).toEqual(["MODEL              PRICE", "anthropic/claud…  $25.00"]);
});

test("wide characters take two columns", () => {
  expect(cut("模型模型", 5)).toBe("模型…");
  expect(
    table(
      COLUMNS,
      [
        ["模型", "1"],
        ["abcd", "2"],
      ],
      view(40),
    ),
  ).toEqual(["MODEL  PRICE", "模型       1", "abcd       2"]);
});

test("a cell cannot break its line", () => {
  expect(table(COLUMNS, [["a\nb\u001b[2J", "1"]], view(40))[1]).toBe("a b        1");
});

test("facts leave out what is not known", () => {
  expect(
    facts(
      [
        ["maker", "openai"],
        ["context", null],
      ],
      view(40),
    ),
  ).toEqual(["maker  openai"]);
});
