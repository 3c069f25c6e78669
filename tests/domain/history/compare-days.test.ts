import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparePrices, type DayPrice } from "@/lib/domain/history/compare-prices";
import { compareScores } from "@/lib/domain/history/compare-scores";
import { deltaPct } from "@/lib/domain/basics/arithmetic";
import type { ModelScores } from "@/lib/domain/models/scores/scores-by-model";

const aPrice = (modelId: string, inputPrice = 1, outputPrice = 2, providerId = "acme"): DayPrice => ({
  providerId,
  modelId,
  name: modelId.toUpperCase(),
  inputPrice,
  outputPrice,
});
const ids = (entries: readonly { modelId: string }[]) => entries.map(({ modelId }) => modelId);
const scored = (key: string, scores: Record<string, number>): ModelScores => ({ benchmarkKey: key, name: key, makerId: "acme", scores });

describe("a change in percent", () => {
  test.each([
    [18, 15, -16.6667],
    [0.1, 0.3, 200],
    [4, 4, 0],
    [0, 5, null],
    [5, 0, -100],
    [null, 5, null],
    [5, null, null],
  ])("golden: from %d to %d is %d", (from, to, expected) => {
    expect(deltaPct(from, to)).toBe(expected);
  });
});

describe("prices of two days", () => {
  test("golden: one added, one removed, one changed in both fields, one in one, two unchanged", () => {
    const before = [aPrice("gone"), aPrice("both", 18, 90), aPrice("input", 2, 8), aPrice("same"), aPrice("Case")];
    const after = [aPrice("both", 15, 75), aPrice("case"), aPrice("input", 1, 8), aPrice("new", 5, 30), aPrice("same")];
    const compared = comparePrices(before, after);
    expect([ids(compared.added), ids(compared.removed)]).toEqual([["new"], ["gone"]]);
    expect(compared.changed.map(({ entry, field, from, to, deltaPct: pct }) => [entry.modelId, field, from, to, pct])).toEqual([
      ["both", "inputPrice", 18, 15, -16.6667],
      ["both", "outputPrice", 90, 75, -16.6667],
      ["input", "inputPrice", 2, 1, -50],
    ]);
    expect([compared.changedModels, compared.unchangedModels]).toEqual([2, 2]);
  });

  test("treats the same id at two providers as two models", () => {
    expect(comparePrices([aPrice("m", 1, 2, "one")], [aPrice("m", 1, 2, "two")])).toMatchObject({
      added: [{ providerId: "two" }],
      removed: [{ providerId: "one" }],
      unchangedModels: 0,
    });
  });

  describe("when an id changed in between", () => {
    const alias = { alias: "old", providerId: "acme", modelId: "next" };

    test.each(["old", "acme/old"])("treats the model as the same, by its old name %s", (oldName) => {
      expect(comparePrices([aPrice("old", 4, 8)], [aPrice("next", 2, 8)], [{ ...alias, alias: oldName }])).toMatchObject({
        added: [],
        removed: [],
        changed: [{ entry: { modelId: "next" }, field: "inputPrice", from: 4, to: 2, deltaPct: -50 }],
        changedModels: 1,
        unchangedModels: 0,
      });
    });

    test("does not join ids that are both listed, of different providers, or two at once", () => {
      expect(comparePrices([aPrice("old"), aPrice("next")], [aPrice("next")], [alias])).toMatchObject({
        removed: [{ modelId: "old" }],
        unchangedModels: 1,
      });
      expect(comparePrices([aPrice("old")], [aPrice("old"), aPrice("next")], [alias])).toMatchObject({
        added: [{ modelId: "next" }],
        unchangedModels: 1,
      });
      expect(comparePrices([aPrice("old", 1, 2, "other")], [aPrice("next")], [alias])).toMatchObject({
        added: [{ modelId: "next" }],
        removed: [{ modelId: "old" }],
      });
      expect(comparePrices([aPrice("old"), aPrice("older")], [aPrice("next")], [alias, { ...alias, alias: "older" }])).toMatchObject({
        removed: [{ modelId: "older" }],
        unchangedModels: 1,
      });
    });
  });

  const price = fc.constantFrom(0, 1, 2.5);
  const someDay = fc.uniqueArray(
    fc.record({
      providerId: fc.constantFrom("acme", "other"),
      modelId: fc.constantFrom("a", "b", "c", "d", "e"),
      name: fc.constant("N"),
      inputPrice: price,
      outputPrice: price,
    }),
    {
      selector: ({ providerId, modelId }) => `${providerId}/${modelId}`,
    },
  );
  const someAliases = fc.array(
    fc.record({
      alias: fc.constantFrom("a", "b", "acme/c"),
      providerId: fc.constantFrom("acme", "other"),
      modelId: fc.constantFrom("b", "d", "e"),
    }),
    { maxLength: 3 },
  );
  const keysOf = (entries: readonly DayPrice[]) => new Set(entries.map(({ providerId, modelId }) => `${providerId}/${modelId}`));

  test("identity: the models of both days are the unchanged and the changed ones, whatever the days", () => {
    fc.assert(
      fc.property(someDay, someDay, (before, after) => {
        const { changed, unchangedModels } = comparePrices(before, after);
        const common = [...keysOf(before)].filter((key) => keysOf(after).has(key));
        expect(unchangedModels + keysOf(changed.map(({ entry }) => entry)).size).toBe(common.length);
      }),
    );
  });

  test("loses and repeats nothing, even when ids changed", () => {
    fc.assert(
      fc.property(someDay, someDay, someAliases, (before, after, aliases) => {
        const { added, removed, changedModels, unchangedModels } = comparePrices(before, after, aliases);
        const common = changedModels + unchangedModels;
        expect([removed.length + common, added.length + common]).toEqual([before.length, after.length]);
      }),
    );
  });

  test("finds no changes between a day and itself", () => {
    fc.assert(
      fc.property(
        someDay,
        someAliases,
        (day, aliases) =>
          void expect(comparePrices(day, day, aliases)).toEqual({
            added: [],
            removed: [],
            changed: [],
            changedModels: 0,
            unchangedModels: day.length,
          }),
      ),
    );
  });

  test("reversing the days swaps added and removed and inverts every change", () => {
    fc.assert(
      fc.property(someDay, someDay, (before, after) => {
        const [there, back] = [comparePrices(before, after), comparePrices(after, before)];
        expect([keysOf(back.added), keysOf(back.removed), back.unchangedModels]).toEqual([
          keysOf(there.removed),
          keysOf(there.added),
          there.unchangedModels,
        ]);
        const listChanges = (changes: typeof there.changed, isTurned: boolean) =>
          changes
            .map(({ entry, field, from, to }) =>
              [entry.providerId, entry.modelId, field, ...(isTurned ? [to, from] : [from, to])].join(" "),
            )
            .sort();
        expect(listChanges(back.changed, true)).toEqual(listChanges(there.changed, false));
      }),
    );
  });
});

describe("scores of two days", () => {
  test("golden: 70 to 73.4 is 3.4 points and 3.4 / 70 = 4.8571%; a new score has neither", () => {
    const compared = compareScores(
      [scored("a", { swe_bench: 70 }), scored("b", { math: 50 }), scored("gone", { math: 1 })],
      [scored("a", { swe_bench: 73.4, math: 90 }), scored("b", { math: 50 }), scored("new", { math: 2 })],
    );
    expect(compared.changed.map(({ model, ...change }) => ({ key: model.benchmarkKey, ...change }))).toEqual([
      { key: "a", benchmark: "math", from: null, to: 90, deltaPct: null, deltaPp: null },
      { key: "a", benchmark: "swe_bench", from: 70, to: 73.4, deltaPct: 4.8571, deltaPp: 3.4 },
    ]);
    expect([compared.added, compared.removed].map((models) => models.map(({ benchmarkKey }) => benchmarkKey))).toEqual([["new"], ["gone"]]);
    expect([compared.changedModels, compared.unchangedModels]).toEqual([1, 1]);
  });

  const someScores = fc.uniqueArray(
    fc.tuple(
      fc.constantFrom("a", "b", "c", "d"),
      fc.dictionary(fc.constantFrom("math", "swe_bench"), fc.constantFrom(0, 10, 20), { minKeys: 1 }),
    ),
    { selector: ([key]) => key },
  );
  const asDay = (entries: readonly (readonly [string, Record<string, number>])[]) =>
    entries.map(([key, scores]) => scored(key, { ...scores }));

  test("identity: the models of both days are the unchanged and the changed ones, whatever the days", () => {
    fc.assert(
      fc.property(someScores, someScores, (before, after) => {
        const { changed, unchangedModels } = compareScores(asDay(before), asDay(after));
        const common = before.filter(([key]) => after.some(([other]) => other === key));
        expect(unchangedModels + new Set(changed.map(({ model }) => model.benchmarkKey)).size).toBe(common.length);
      }),
    );
  });
});
