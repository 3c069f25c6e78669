import { expect, test } from "vitest";
import { lifeNotes, lifeOf } from "@/lib/domain/models/model-life";

const TODAY = "2026-11-23";

test.each([
  [null, null, "active"],
  [null, "beta", "active"],
  [null, "deprecated", "deprecated"],
  ["2027-01-01", null, "deprecated"],
  ["2026-11-23", null, "deprecated"],
  ["2026-11-22", null, "retired"],
  ["2026-11", null, "deprecated"],
  ["2026-10", null, "retired"],
  ["2025", "deprecated", "retired"],
] as const)("retirement on %s with status %s is %s on 2026-11-23", (deprecationDate, status, life) => {
  expect(lifeOf({ deprecationDate, status }, TODAY)).toBe(life);
});

test("a caller who named a model is told of its retirement, past or announced", () => {
  const named = (deprecationDate: string | null, status: string | null = null) => ({
    providerId: "acme",
    modelId: "one",
    name: "One",
    deprecationDate,
    status,
  });
  expect(lifeNotes([named("2026-06-01"), named("2027-06-01"), named(null), named(null, "deprecated")], TODAY)).toEqual([
    "One (acme/one) was to be retired on 2026-06-01: its provider may no longer answer for it.",
    "One (acme/one) is to be retired on 2027-06-01.",
  ]);
});
