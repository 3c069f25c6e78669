import { expect, test } from "vitest";
import { browserTotals } from "../browser-report.mjs";

const stats = { expected: 7, flaky: 1, unexpected: 1, skipped: 2, duration: 4500 };
const spec = (title: string, ok: boolean, status: string, message?: string) => ({
  file: "some.spec.ts",
  title,
  ok,
  tests: [{ status, results: [{ error: message === undefined ? undefined : { message } }, {}] }],
});

test("a browser test that passed only when it was repeated counts as failed, with what it said", () => {
  const specs = [spec("holds", true, "expected"), spec("wavers", true, "flaky", "too early"), spec("breaks", false, "unexpected", "wrong")];
  expect(browserTotals({ stats, suites: [{ suites: [{ specs }] }] })).toEqual({
    passed: 7,
    failed: 2,
    skipped: 2,
    faults: ["tests/e2e/some.spec.ts › wavers: too early", "tests/e2e/some.spec.ts › breaks: wrong"],
    reasons: [],
    files: [{ name: "tests/e2e", seconds: 4.5 }],
  });
});
