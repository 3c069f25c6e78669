import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MOST_LINES } from "@/lib/domain/models/usage/usage-line";
import { readUsageText } from "@/lib/loaders/models/usage-text";

function read(text: string) {
  const found = readUsageText(text);
  if ("fault" in found) throw new Error(found.fault);
  return found.usage;
}

describe("hostile input", () => {
  test("what is no table and no JSON is refused, and so is too much", () => {
    expect(readUsageText("")).toEqual({ fault: "no_lines" });
    expect(readUsageText('{"lines": [], "linesx": 1}')).toEqual({ fault: "unknown_member" });
    expect(readUsageText("{")).toEqual({ fault: "not_readable" });
    expect(readUsageText('a,b\n"1')).toEqual({ fault: "not_readable" });
    expect(readUsageText("[]")).toEqual({ fault: "no_lines" });
    expect(readUsageText("null")).toEqual({ fault: "no_lines" });
    const rows = Array.from({ length: MOST_LINES + 1 }, () => ({ model: "m", day: "2026-06-12", input: 1 }));
    expect(readUsageText(JSON.stringify(rows))).toEqual({ fault: "too_many_lines" });
    expect(readUsageText(`model,day,input\n${"m,2026-06-12,1\n".repeat(MOST_LINES + 1)}`)).toEqual({ fault: "too_many_lines" });
    expect(read(JSON.stringify(rows.slice(1))).lines).toHaveLength(MOST_LINES);
  });

  test("a line is read whatever its neighbours call the same", () => {
    const lines = ['{"model":"m","day":"2026-06-12","inputTokens":1}', '{"model":"m","day":"2026-06-12","input_tokens":2}'];
    expect(read(lines.join("\n")).lines.map(({ quantities }) => quantities.input)).toEqual([1, 2]);
  });

  test("a tier that is called as a member of every object is a tier", () => {
    const tiers = ["constructor", "__proto__", "toString"];
    const rows = tiers.map((tier) => ({ model: "m", day: "2026-06-12", input: 1, tier }));
    expect(read(JSON.stringify(rows)).lines.map(({ serviceTier }) => serviceTier)).toEqual(["constructor", "__proto__", "tostring"]);
  });

  const buckets = { start_time: 1, ...Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`n${index}`, 1])) };
  const agents = (depth: number): string => `${'{"agents":['.repeat(depth)}{}${"]}".repeat(depth)}`;
  test.each([
    ["a cell of spaces", JSON.stringify([{ model: `${" ".repeat(900_000)}x`, day: "2026-06-12", input: 1 }])],
    ["a table of spaces", `model,day,input\n${" ".repeat(900_000)}x,2026-06-12,1`],
    ["a table of 500,000 columns", `${"a,".repeat(500_000)}\nb`],
    [
      "a bucket of many members and results",
      JSON.stringify({ data: [{ ...buckets, results: Array.from({ length: 100_000 }, () => ({})) }] }),
    ],
    ["agents of agents of agents", `{"daily":[${agents(50_000)}]}`],
    ["a list of many small objects", `[${"{},".repeat(300_000)}{}]`],
    // Work that grows with the square of these sizes would run into the time limit of a test.
  ])("%s is read to its end", (_, text) => {
    expect(readUsageText(text)).toBeDefined();
  });

  test("names of prototypes are names like others", () => {
    const { lines, ignored } = read('[{"__proto__": {"model": "x"}, "constructor": 1, "model": "m", "day": "2026-06-12", "input": 1}]');
    expect([lines[0]?.model, ignored]).toEqual(["m", ["__proto__.model", "constructor"]]);
  });

  test("nothing that can be sent throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .array(fc.dictionary(fc.constantFrom("model", "day", "input", "at", "data"), fc.jsonValue()))
            .map((rows) => JSON.stringify(rows)),
        ),
        (text) => {
          const found = readUsageText(text);
          if ("usage" in found) {
            for (const { quantities, from, to } of found.usage.lines) {
              expect(Object.values(quantities).every((count) => Number.isSafeInteger(count) && count > 0)).toBe(true);
              expect(Number.isFinite(from) && to >= from).toBe(true);
            }
          }
        },
      ),
    );
  });
});
