import { describe, expect, test } from "vitest";
import { listFindings, toAnnotation, type Answered, type ModelEnd, type PlacedMention } from "@/lib/client/cli/check/findings";
import { aModelEnd } from "../../../support/client/model-end";

const mention = (asked: string, rest: Partial<PlacedMention> = {}): PlacedMention => ({
  name: asked,
  asked,
  file: "app/chat.py",
  line: 3,
  column: 7,
  format: "code",
  ...rest,
});

const answers = (...entries: [string, Partial<Answered>][]): Map<string, Answered> =>
  new Map(entries.map(([name, answer]) => [name, { ends: [], price: null, found: [], ...answer }]));

const listed = (ends: ModelEnd[], within = 90) => listFindings([mention("gpt-4-0613")], answers(["gpt-4-0613", { ends }]), within);

describe("what fails a check", () => {
  test.each([
    ["a model that ends within the days", { days_left: 90 }, "retires", true],
    ["one that ends later", { days_left: 91 }, "ends_later", false],
    ["one that has ended", { state: "retired", retires_on: "2025-01-01", days_left: -331 }, "retired", true],
    ["one without a day", { retires_on: null, days_left: null }, "ends_later", false],
  ] as const)("%s", (_name, rest, kind, fails) => {
    expect(listed([aModelEnd(rest)]).map((finding) => [finding.kind, finding.fails])).toEqual([[kind, fails]]);
  });

  test("nothing for a model whose end nobody announced, and for a name that is not known", () => {
    expect(listed([aModelEnd({ state: "active", retires_on: null, days_left: null })])).toEqual([]);
    expect(listFindings([mention("car-3000")], answers(), 90)).toEqual([]);
  });

  test("a name that several hosts have ends with the last of them", () => {
    const hosts = [aModelEnd({ days_left: 5 }), aModelEnd({ host: "azure", host_name: "Azure", days_left: 200, retires_on: "2027-06-16" })];
    expect(listed(hosts).map(({ host, kind }) => [host, kind])).toEqual([["azure", "ends_later"]]);
    expect(listed([aModelEnd({ state: "retired", days_left: -40 }), aModelEnd({ host: "azure", days_left: 10 })])[0]).toMatchObject({
      host: "azure",
      kind: "retires",
    });
  });
});

test("findings come by urgency, then by place", () => {
  const mentions = [mention("b-2", { file: "z.py" }), mention("a-1", { file: "y.py", line: 9 }), mention("a-1", { file: "y.py", line: 2 })];
  const found = listFindings(
    mentions,
    answers(["a-1", { ends: [aModelEnd({ days_left: 40 })] }], ["b-2", { ends: [aModelEnd({ days_left: 2 })] }]),
    90,
  );
  expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual(["z.py:3", "y.py:2", "y.py:9"]);
});

test("a changed price is told of and fails nothing", () => {
  const price = { listing: "openai/gpt-5", changed_on: "2026-11-20", from: { input: 5, output: 30 }, to: { input: 4, output: 20 } };
  const [found] = listFindings([mention("gpt-5")], answers(["gpt-5", { price }]), 90);
  expect(found).toMatchObject({ kind: "price_changed", fails: false });
  expect(found?.message).toBe(
    "gpt-5 costs $4.00 in, $20.00 out per 1M tokens (openai/gpt-5) since 2026-11-20; before $5.00 in, $30.00 out.",
  );
});

test("a message says what, when, where and what instead", () => {
  expect(listed([aModelEnd()])[0]?.message).toBe("gpt-4-0613 retires on 2026-12-11, in 13 days at OpenAI. Named instead: gpt-5.");
});

test("an annotation cannot be left by what a file is called", () => {
  const [found] = listFindings([mention("x-1", { file: "a,b:c\n::error::%.py" })], answers(["x-1", { ends: [aModelEnd()] }]), 90);
  expect(found && toAnnotation(found)).toBe(
    "::warning file=a%2Cb%3Ac%0A%3A%3Aerror%3A%3A%25.py,line=3,col=7,title=Model retires soon::x-1 (openai/gpt-4-0613) retires on 2026-12-11, in 13 days at OpenAI. Named instead: gpt-5.",
  );
});
