import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attachScores, type ScoreCarrier } from "@/lib/domain/models/scores/attach-scores";
import { mergeScores, splitEffort, type ScoreIdentity } from "@/lib/domain/models/scores/merge-scores";
import type { ScoreObservation } from "@/lib/domain/models/scores/score-observation";

const nobody: ScoreIdentity = { listingOf: () => null, isOnlySnapshot: () => true };

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

  test("keeps the scores of two snapshots apart, and from the model whose snapshot is not said", () => {
    const runs = ["acme-1-2026-03-17", "acme-1-2026-09-01"].map((model, index) =>
      aScore({ model, displayName: "Acme 1", value: 50 + index }),
    );
    expect(mergeScores([bundled(), ...runs], nobody).models.map(({ key, scores }) => [key, scores.gpqa_diamond?.value])).toEqual([
      ["acme/acme-1", 60],
      ["acme/acme-1-2026-03-17", 50],
      ["acme/acme-1-2026-09-01", 51],
    ]);
  });

  test("keeps those of a snapshot apart where the listings know another one", () => {
    const { models } = mergeScores([bundled(), aScore({ model: "acme-1-2026-03-17" })], { ...nobody, isOnlySnapshot: () => false });
    expect(models.map(({ key }) => key)).toEqual(["acme/acme-1", "acme/acme-1-2026-03-17"]);
  });

  test.each(["acme-1-chat", "acme-1-latest", "acme-1-preview", "acme-1-instruct"])("keeps those of %s apart from the model's", (model) => {
    expect(mergeScores([bundled(), aScore({ model })], nobody).models.map(({ key }) => key)).toEqual(["acme/acme-1", `acme/${model}`]);
  });

  test("puts what nobody verified after every measured score, also after one on a harder task set", () => {
    const math = { benchmarkId: "math" };
    const { models } = mergeScores(
      [
        bundled({ ...math, variant: "MATH-500", value: 99, kind: "unverified", source: "a blog" }),
        bundled({ ...math, variant: "MATH level 5", value: 80, kind: "independent", source: "epoch" }),
      ],
      nobody,
    );
    expect(models[0]?.scores.math).toMatchObject({ value: 80, kind: "independent" });
  });

  test("recognizes a name under which any source of the catalog lists a model, unless another model has it for its own", () => {
    const catalog = [bundled({ model: "Acme One (June)" }), bundled({ knownKey: "acme/acme-2", displayName: "Acme 2", model: "Acme 1" })];
    const keysFor = (model: string) =>
      mergeScores([...catalog, aScore({ model, benchmarkId: "math", variant: "MATH-500" })], nobody)
        .models.filter(({ scores }) => scores.math)
        .map(({ key }) => key);
    expect(keysFor("acme one (june)")).toEqual(["acme/acme-1"]);
    expect(keysFor("acme 1")).toEqual(["acme/acme-1"]);
  });

  test("shows scores of five benchmarks only, and measures abilities by all", () => {
    const { models, measurements } = mergeScores([bundled(), bundled({ benchmarkId: "aime", variant: "AIME 2025", value: 70 })], nobody);
    expect(Object.keys(models[0]?.scores ?? {})).toEqual(["gpqa_diamond"]);
    expect(measurements.map(({ benchmarkId, value }) => [benchmarkId, value])).toEqual([
      ["gpqa_diamond", 60],
      ["aime", 70],
    ]);
  });

  test("measures with what a source says now, where the release has an older figure of it", () => {
    const index = { benchmarkId: "eci", variant: "index", source: "epoch-index", kind: "independent" as const };
    const { measurements } = mergeScores([bundled({ ...index, value: 161 }), aScore({ ...index, value: 157 })], nobody);
    expect(measurements.map(({ value }) => value)).toEqual([157]);
  });

  test("adds a model for a name that the shared resolution finds, and leaves out unknown names", () => {
    const identity: ScoreIdentity = {
      ...nobody,
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
  const listing = (modelId: string, over: Partial<ScoreCarrier> = {}): ScoreCarrier => ({
    providerId: "acme",
    modelId,
    name: modelId,
    makerId: "acme",
    isMakersListing: true,
    ...over,
  });
  const attach = (listings: readonly ScoreCarrier[], keys: readonly (string | [key: string, name: string])[]) =>
    Object.fromEntries(
      attachScores(
        listings,
        keys
          .map((one) => (typeof one === "string" ? [one, one] : one))
          .map(([key = "", name = ""]) => ({ key: `acme/${key}`, name, makerId: "acme" })),
        (id) => id,
      ).map(({ modelId, benchmarkKey }) => [modelId, benchmarkKey.slice("acme/".length)]),
    );

  test.each(["acme-1-chat", "acme-1-chat-latest", "acme-1-instruct", "acme-1-preview", "acme-1-latest", "acme-1-2026-03-01"])(
    "does not give %s the scores of acme-1",
    (id) => {
      expect(attach([listing("acme-1"), listing(id)], ["acme-1"])).toEqual({ "acme-1": "acme-1" });
    },
  );

  test("gives a snapshot its own, and the id that stands for it the same", () => {
    const day = { released: "2026-03-01", inputPrice: 2, outputPrice: 8 };
    expect(attach([listing("acme-1", day), listing("acme-1-20260301", day)], ["acme-1-20260301"])).toEqual({
      "acme-1": "acme-1-20260301",
      "acme-1-20260301": "acme-1-20260301",
    });
    expect(attach([listing("acme-1", day), listing("acme-1-20260301", day)], ["acme-1"])).toEqual({
      "acme-1": "acme-1",
      "acme-1-20260301": "acme-1",
    });
  });

  test("gives a moving id the scores of the snapshot that its source says it points to, and none where that is unknown", () => {
    const old = listing("acme-large-2402", { released: "2024-02-26", inputPrice: 4, outputPrice: 12 });
    const current = listing("acme-large-2512", { released: "2025-12-02", inputPrice: 0.5, outputPrice: 1.5 });
    const moving = (over: Partial<ScoreCarrier>) => listing("acme-large-latest", { inputPrice: 0.5, outputPrice: 1.5, ...over });
    const scores = ["acme-large", "acme-large-2402", "acme-large-2512"];
    const own = { "acme-large-2402": "acme-large-2402", "acme-large-2512": "acme-large-2512" };
    expect(attach([old, current, moving({ released: "2025-12-02" })], scores)).toEqual({ ...own, "acme-large-latest": "acme-large-2512" });
    expect(attach([old, current, moving({ released: "2025-06-01" })], scores)).toEqual(own);
    expect(attach([current, moving({})], scores)).toEqual({ "acme-large-2512": "acme-large-2512" });
  });

  test("does not take a snapshot of a later day for the model of the release", () => {
    const alias = listing("acme-max", { released: "2025-09-23", inputPrice: 1, outputPrice: 6 });
    const later = listing("acme-max-2026-01-23", { released: "2025-09-23", inputPrice: 1, outputPrice: 6 });
    expect(attach([alias, later], ["acme-max"])).toEqual({ "acme-max": "acme-max" });
  });

  test("gives those of a plain name to its only version, and of a name that two listings have to none", () => {
    expect(attach([listing("acme-2-preview")], ["acme-2"])).toEqual({ "acme-2-preview": "acme-2" });
    expect(attach([listing("acme-2-7b-instruct")], ["acme-2-7b"])).toEqual({ "acme-2-7b-instruct": "acme-2-7b" });
    expect(attach([listing("acme-2-2026-01-01"), listing("acme-2-2026-06-01")], ["acme-2"])).toEqual({});
  });

  test("gives an id the scores of the snapshot that carries its name, not of another id", () => {
    const listings = [
      listing("acme-4", { name: "Acme 4" }),
      listing("acme-4-2026-02-01"),
      listing("acme-4-2026-08-01"),
      listing("chat-latest"),
    ];
    expect(
      attach(listings, [
        ["chat-latest", "Acme 4"],
        ["acme-4-2026-08-01", "Acme 4"],
      ]),
    ).toEqual({
      "acme-4": "acme-4-2026-08-01",
      "acme-4-2026-08-01": "acme-4-2026-08-01",
      "chat-latest": "chat-latest",
    });
  });

  test("never matches hosts, other makers or other sizes", () => {
    expect(
      attach([listing("acme-1", { isMakersListing: false }), listing("acme-1-mini"), listing("acme-1", { makerId: "other" })], ["acme-1"]),
    ).toEqual({});
  });
});
