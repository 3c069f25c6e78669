import { expect, test } from "vitest";
import { offenders } from "../support/offenders";

test("a rule that two of three break names both, and one that checks nothing does not pass", async () => {
  const named = [
    ["one", 1],
    ["two", 2],
    ["three", 3],
  ] as const;
  const faults = await offenders(named, (number) => void expect(number).toBe(2));
  expect(faults).toEqual([expect.stringMatching(/^one: expected 1 to be 2/), expect.stringMatching(/^three: expected 3 to be 2/)]);
  expect(await offenders([], () => undefined)).toEqual(["nothing was checked"]);
});
