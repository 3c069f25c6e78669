import { expect, test } from "vitest";
import { flagshipOf } from "@/lib/domain/models/flagship";

const model = (id: string, blended: number, released: string | null = null) => ({ id, blended, released });
const abilities: Record<string, number> = { "nova-5-great": 171, "nova-5-solid": 160, "muse-5-epic": 162, "muse-5-opal": 164 };
const abilityOf = (id: string) => {
  const ability = abilities[id];
  return ability === undefined ? undefined : { ability, low: ability - 1.5, high: ability + 1.5 };
};
const idOf = (...models: ReturnType<typeof model>[]) => flagshipOf(models, abilityOf)?.id;

test("the flagship is the newest version of the ablest line, although nobody has measured it yet", () => {
  expect(idOf(model("nova-5-great", 30), model("nova-5.2-great", 24), model("nova-6-solid", 6), model("nova-5-solid", 6))).toBe(
    "nova-5.2-great",
  );
});

test("of lines whose intervals meet, the dearer one is the flagship", () => {
  expect(idOf(model("muse-5-opal", 15), model("muse-5-5-opal", 12), model("muse-5-epic", 30), model("muse-5-2-epic", 24))).toBe(
    "muse-5-2-epic",
  );
});

test("a line that nobody measured is the flagship only where it came later and costs no less", () => {
  const measured = model("nova-5-great", 6, "2025-03");
  expect(idOf(measured, model("comet-05-2026", 6, "2026-05"))).toBe("comet-05-2026");
  expect(idOf(measured, model("comet-05-2026", 5, "2026-05"))).toBe("nova-5-great");
  expect(idOf(measured, model("comet-05-2026", 6))).toBe("nova-5-great");
});

test("a version counts as a decimal, and days in an id are none", () => {
  expect(idOf(model("gro-4.20", 2), model("gro-4.7", 4), model("gro-4-20260709", 4), model("gro-2512", 4))).toBe("gro-4.7");
});

test("without any ability the newest release is the flagship; of none there is none", () => {
  expect(idOf(model("one", 5, "2026-01"), model("two", 2, "2026-05"))).toBe("two");
  expect(idOf()).toBeUndefined();
});
