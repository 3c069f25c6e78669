import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attachScores } from "@/lib/domain/models/scores/attach-scores";
import { mergeScores, splitEffort, type ScoreIdentity, type ScoreObservation } from "@/lib/domain/models/scores/merge-scores";

const nobody: ScoreIdentity = { listingOf: () => null };

function aScore(over: Partial<ScoreObservation> = {}): ScoreObservation {
  return {
    source: "epoch",
    benchmarkId: "gpqa_diamond",
    model: "acme-1",
    knownKey: null,
    displayName: null,
    makerId: "acme",
    released: null,
    value: 50,
    kind: "independent",
    variant: "GPQA Diamond",
    config: null,
    date: null,
    sourceUrl: null,
    ...over,
  };
}

const bundled = (over: Partial<ScoreObservation> = {}) =>
  aScore({ knownKey: "acme/acme-1", model: "Acme 1", displayName: "Acme 1", source: "llm-stats", kind: "vendor", value: 60, ...over });

describe("merging scores by model", () => {
  test("shows the vendor's figure and keeps the others beside it", () => {
    const { models } = mergeScores([aScore({ value: 55 }), bundled()], nobody);
    expect(models).toHaveLength(1);
    expect(models[0]?.scores.gpqa_diamond).toMatchObject({
      value: 60,
      kind: "vendor",
      source: "llm-stats",
      others: [{ value: 55, kind: "independent" }],
    });
  });

  test("takes the best run of a source and names it", () => {
    const runs = [aScore({ value: 40, config: "low" }), aScore({ value: 52, config: "high" }), aScore({ value: 47, config: "medium" })];
    expect(mergeScores(runs, nobody).models[0]?.scores.gpqa_diamond).toMatchObject({ value: 52, config: "high", others: [] });
  });

  test("prefers the usual task set to a harder one of the same name", () => {
    const math = { benchmarkId: "math" };
    const { models } = mergeScores(
      [
        bundled({ ...math, variant: "MATH level 5", value: 90, kind: "vendor" }),
        bundled({ ...math, variant: "MATH-500", value: 80, kind: "independent", source: "aa" }),
      ],
      nobody,
    );
    expect(models[0]?.scores.math).toMatchObject({ value: 80, variant: "MATH-500" });
  });

  test.each(["acme-1-2026-03-17", "acme 1", "Acme.1", "acme-1-20260317"])("recognizes %s as a model of the catalog", (model) => {
    expect(mergeScores([bundled(), aScore({ model })], nobody).models.map((entry) => entry.key)).toEqual(["acme/acme-1"]);
  });

  test("adds a model for a name that the shared resolution finds, and leaves out unknown names", () => {
    const identity: ScoreIdentity = {
      listingOf: (name) => (name === "acme-2" ? { makerId: "acme", modelId: "acme-2", name: "Acme 2" } : null),
    };
    const { models, unplaced } = mergeScores(
      [aScore({ model: "acme-2", makerId: null }), aScore({ model: "mystery", makerId: null })],
      identity,
    );
    expect(models.map(({ key, name }) => [key, name])).toEqual([["acme/acme-2", "Acme 2"]]);
    expect(unplaced).toEqual(["mystery"]);
  });

  test("gives the same models in any order of the sources", () => {
    const observation = fc
      .record({
        model: fc.constantFrom("acme-1", "Acme 2", "acme-3-20260101"),
        value: fc.integer({ min: 0, max: 100 }),
        source: fc.constantFrom("epoch", "swebench"),
        benchmarkId: fc.constantFrom("math", "swe_bench"),
      })
      .map(aScore);
    fc.assert(
      fc.property(
        fc
          .array(observation, { maxLength: 12 })
          .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const values = (from: readonly ScoreObservation[]) =>
            mergeScores(from, nobody).models.map(({ key, scores }) => [key, Object.entries(scores).map(([id, { value }]) => [id, value])]);
          expect(values(shuffled)).toEqual(values(list));
        },
      ),
    );
  });
});

describe("splitting effort from a name", () => {
  test.each([
    ["gpt-5-mini-2025-08-07_high", "gpt-5-mini-2025-08-07", "high"],
    ["claude-opus-4-6_32K", "claude-opus-4-6", "32k"],
    ["gpt-4o", "gpt-4o", null],
    ["snake_case_model", "snake_case_model", null],
  ])("splits %s", (id, model, effort) => {
    expect(splitEffort(id)).toEqual({ model, effort });
  });
});

describe("joining scores to makers' listings", () => {
  const listing = (modelId: string, name = modelId, isMakersListing = true) => ({
    providerId: "acme",
    modelId,
    name,
    makerId: "acme",
    isMakersListing,
  });
  const attach = (listings: ReturnType<typeof listing>[], keys: string[]) =>
    attachScores(
      listings,
      keys.map((key) => ({ key: `acme/${key}`, name: key, makerId: "acme" })),
      (id) => id,
    ).map(({ modelId, benchmarkKey }) => [modelId, benchmarkKey]);

  test("gives both ids of a model its scores, and a dated version its own if measured", () => {
    expect(attach([listing("acme-1"), listing("acme-1-20260301")], ["acme-1"])).toEqual([
      ["acme-1", "acme/acme-1"],
      ["acme-1-20260301", "acme/acme-1"],
    ]);
    expect(attach([listing("acme-1"), listing("acme-1-20260301")], ["acme-1", "acme-1-20260301"])).toEqual([
      ["acme-1", "acme/acme-1"],
      ["acme-1-20260301", "acme/acme-1-20260301"],
    ]);
  });

  test("treats a preview as the model it previews", () => {
    expect(attach([listing("acme-2-preview")], ["acme-2"])).toEqual([["acme-2-preview", "acme/acme-2"]]);
  });

  test("never matches hosts, other makers or other sizes", () => {
    expect(
      attach([listing("acme-1", "acme-1", false), listing("acme-1-mini"), { ...listing("acme-1"), makerId: "other" }], ["acme-1"]),
    ).toEqual([]);
  });
});
