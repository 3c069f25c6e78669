import { expect, test } from "vitest";
import { rankedAbilities } from "@/lib/domain/models/capability/ranked-ability";

const able = (id: string | null, ability: number, rank: number | null = 1) => ({ id, providerId: "one", rank, ability });

const abilityOf = rankedAbilities([
  able("plain", 140),
  able("dated-2026-04-01", 130),
  able("twice-2026-04-01", 120),
  able("twice-2026-05-01", 125),
  able("unranked", 160, null),
  able(null, 150),
]);

test("a model has its own ability, and a name without a date that of its only dated version", () => {
  expect(abilityOf("one", "plain")?.ability).toBe(140);
  expect(abilityOf("one", "dated")?.ability).toBe(130);
  expect(abilityOf("one", "Dated")?.ability).toBe(130);
});

test("of several versions none is chosen; another maker's model and one without a rank have no ability", () => {
  expect(abilityOf("one", "twice")).toBeUndefined();
  expect(abilityOf("one", "unranked")).toBeUndefined();
  expect(abilityOf("two", "plain")).toBeUndefined();
});
