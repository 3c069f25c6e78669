import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankModels, type RoutingCandidate, type RoutingRequest } from "@/lib/domain/models/routing/rank-models";
import { taskQuality } from "@/lib/domain/models/routing/routing-blends";
import { DEFAULT_WEIGHTS, routingWeights, type RoutingWeights } from "@/lib/domain/models/routing/routing-weights";

const aCandidate = (given: Partial<RoutingCandidate> = {}): RoutingCandidate => ({
  providerId: "anthropic",
  modelId: "a",
  name: "A",
  inputPrice: 2,
  outputPrice: 10,
  scores: { swe_bench: 80, mmlu_pro: 80, human_eval: 80, gpqa_diamond: 80, math: 80 },
  status: "operational",
  ...given,
});

const ask = (given: Partial<RoutingRequest> = {}): RoutingRequest => ({ task: "general", weights: DEFAULT_WEIGHTS, topN: 5, ...given });
const ranked = (candidates: readonly RoutingCandidate[], given: Partial<RoutingRequest> = {}) => rankModels(candidates, ask(given)).ranked;
const weightsOf = (given: Partial<RoutingWeights>): RoutingWeights => routingWeights(given) as RoutingWeights;

describe("quality", () => {
  test("golden: code is (40 × 96 + 40 × 70 + 20 × 85) / 100 / 100 = 0.834", () => {
    expect(taskQuality("code", { human_eval: 96, swe_bench: 70, mmlu_pro: 85, math: 1 })).toEqual({ quality: 0.834, coverage: 1 });
  });

  test("golden: general weighs all five alike: (70 + 85 + 96 + 84 + 95) / 5 / 100 = 0.86", () => {
    expect(taskQuality("general", { swe_bench: 70, mmlu_pro: 85, human_eval: 96, gpqa_diamond: 84, math: 95 })).toEqual({
      quality: 0.86,
      coverage: 1,
    });
  });

  test("golden: over what was measured: creative without math is (50 × 80 + 25 × 90) / 75 / 100 = 0.8333, coverage 0.75", () => {
    const { quality, coverage } = taskQuality("creative", { mmlu_pro: 80, human_eval: 90 });
    expect([quality.toFixed(4), coverage]).toEqual(["0.8333", 0.75]);
  });

  test("a model is ranked from 40% of the blend on", () => {
    const scores = { human_eval: 90 };
    expect(ranked([aCandidate({ scores })], { task: "code" })).toMatchObject([{ coverage: 0.4, components: { quality: 0.9 } }]);
    expect(ranked([aCandidate({ scores: { mmlu_pro: 90 } })], { task: "code" })).toEqual([]);
    expect(ranked([aCandidate({ scores: { mmlu_pro: 90, math: 90 } })])).toMatchObject([{ coverage: 0.4 }]);
  });

  test("a score of 0 is none", () => {
    expect(taskQuality("code", { human_eval: 0, swe_bench: 50, mmlu_pro: 50 })).toEqual({ quality: 0.5, coverage: 0.6 });
    expect(taskQuality("code", { human_eval: 0 })).toEqual({ quality: 0, coverage: 0 });
  });
});

describe("ranking", () => {
  const dear = aCandidate({
    modelId: "dear",
    name: "Dear",
    inputPrice: 15,
    outputPrice: 75,
    scores: { human_eval: 96, swe_bench: 70, mmlu_pro: 85 },
  });
  const middle = aCandidate({
    modelId: "middle",
    name: "Middle",
    inputPrice: 3,
    outputPrice: 15,
    scores: { human_eval: 90, swe_bench: 60, mmlu_pro: 80 },
    status: "degraded",
  });
  const cheap = aCandidate({
    modelId: "cheap",
    name: "Cheap",
    inputPrice: 0.5,
    outputPrice: 1.5,
    scores: { human_eval: 80, swe_bench: 40, mmlu_pro: 70 },
    status: "unknown",
  });

  test("golden: 0.4 × quality + 0.3 × availability + 0.2 × cost + 0.1 × 0.5", () => {
    // Blended 45, 9 and 1: cost of the middle one is 1 − (9 − 1) / (45 − 1) = 0.81818…
    // Dear: 0.4 × 0.834 + 0.3 × 1 + 0.2 × 0 + 0.05 = 0.6836
    // Middle: 0.4 × 0.76 + 0.3 × 0.5 + 0.2 × 0.81818 + 0.05 = 0.667636…
    // Cheap: 0.4 × 0.62 + 0.3 × 0.7 + 0.2 × 1 + 0.05 = 0.708
    expect(
      ranked([dear, middle, cheap], { task: "code" }).map(({ rank, candidate, compositeScore, components }) => [
        rank,
        candidate.name,
        compositeScore,
        components,
      ]),
    ).toEqual([
      [1, "Cheap", 0.708, { quality: 0.62, availability: 0.7, cost: 1, latency: 0.5 }],
      [2, "Dear", 0.6836, { quality: 0.834, availability: 1, cost: 0, latency: 0.5 }],
      [3, "Middle", 0.6676, { quality: 0.76, availability: 0.5, cost: 0.8182, latency: 0.5 }],
    ]);
  });

  test("golden: cost is relative to what the budget leaves: 9 and 1 become 0 and 1", () => {
    const left = ranked([dear, middle, cheap], { task: "code", budget: 9 });
    expect(left.map(({ candidate, components }) => [candidate.name, components.cost])).toEqual([
      ["Cheap", 1],
      ["Middle", 0],
    ]);
  });

  test("min_quality keeps what reaches it exactly", () => {
    expect(
      ranked([dear, middle, cheap], { task: "code", minQuality: 0.76 })
        .map(({ candidate }) => candidate.name)
        .sort(),
    ).toEqual(["Dear", "Middle"]);
  });

  test("one price for all costs nobody anything", () => {
    expect(
      ranked([aCandidate({ modelId: "x", name: "X" }), aCandidate({ modelId: "y", name: "Y" })]).map(({ components }) => components.cost),
    ).toEqual([1, 1]);
  });

  test("what the caller's filters removed was considered", () => {
    expect(rankModels([dear], ask({ task: "code", budget: 1 }))).toEqual({ ranked: [], considered: 1 });
    expect(rankModels([], ask())).toEqual({ ranked: [], considered: 0 });
  });

  test("equal scores stand by name, then by provider", () => {
    const twins = [
      aCandidate({ name: "B", modelId: "1" }),
      aCandidate({ name: "A", modelId: "2", providerId: "z" }),
      aCandidate({ name: "A", modelId: "3", providerId: "b" }),
    ];
    expect(ranked(twins).map(({ candidate }) => candidate.modelId)).toEqual(["3", "2", "1"]);
  });
});

describe("weights", () => {
  test("without any the defaults stand as they are", () => {
    expect(routingWeights({})).toEqual({ quality: 0.4, availability: 0.3, cost: 0.2, latency: 0.1 });
  });

  test("golden: one given is taken with the other defaults, and all are divided by their sum: 1 of 1.6", () => {
    const weights = weightsOf({ quality: 1 });
    expect([weights.quality, weights.availability, weights.cost, weights.latency].map((weight) => Number(weight.toFixed(6)))).toEqual([
      0.625, 0.1875, 0.125, 0.0625,
    ]);
  });

  test.each([
    ["a negative one", { quality: -0.1 }, "quality"],
    ["one that is no number", { cost: Number.NaN }, "cost"],
    ["an infinite one", { latency: Infinity }, "latency"],
  ])("%s is refused by name", (_, given, weight) => {
    expect(routingWeights(given)).toEqual({ weight, fault: "not_a_weight" });
  });

  test("all zero is refused", () => {
    expect(routingWeights({ quality: 0, availability: 0, cost: 0, latency: 0 })).toEqual({ fault: "all_zero" });
  });

  test("any fit weights sum to 1", () => {
    const weight = fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true });
    fc.assert(
      fc.property(fc.record({ quality: weight, availability: weight, cost: weight, latency: weight }), (given) => {
        const weights = routingWeights(given);
        if ("fault" in weights) return void expect(Object.values(given).every((one) => one === 0)).toBe(true);
        expect(Math.abs(Object.values(weights).reduce((sum, one) => sum + one, 0) - 1)).toBeLessThan(1e-9);
      }),
    );
  });
});

describe("whatever the models", () => {
  const score = fc.integer({ min: 0, max: 100 });
  const candidate = fc.record({
    providerId: fc.constantFrom("a", "b", "c"),
    modelId: fc.string({ minLength: 1, maxLength: 4 }),
    name: fc.constantFrom("A", "B", "C", "D"),
    inputPrice: fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100),
    outputPrice: fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100),
    scores: fc.record(
      { swe_bench: score, mmlu_pro: score, human_eval: score, gpqa_diamond: score, math: score },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Record<string, number>>,
    status: fc.constantFrom("operational" as const, "degraded" as const, "down" as const, "unknown" as const),
  });
  const candidates = fc.uniqueArray(candidate, { maxLength: 25, selector: (one) => `${one.providerId}/${one.modelId}` });
  const task = fc.constantFrom("code" as const, "reasoning" as const, "creative" as const, "general" as const);

  test("the order of the input changes nothing", () => {
    fc.assert(
      fc.property(
        candidates,
        task,
        (given, forTask) =>
          void expect(ranked([...given].reverse(), { task: forTask, topN: 10 })).toEqual(ranked(given, { task: forTask, topN: 10 })),
      ),
    );
  });

  test("scores and components lie between 0 and 1, best first, at most as many as asked", () => {
    fc.assert(
      fc.property(candidates, task, fc.integer({ min: 1, max: 10 }), (given, forTask, topN) => {
        const models = ranked(given, { task: forTask, topN });
        expect(models.length).toBeLessThanOrEqual(topN);
        models.forEach((model, position) => {
          for (const value of [model.compositeScore, model.coverage, ...Object.values(model.components)]) {
            expect(value >= 0 && value <= 1).toBe(true);
          }
          expect(model.rank).toBe(position + 1);
          expect(model.compositeScore).toBeLessThanOrEqual(models[position - 1]?.compositeScore ?? 1);
        });
      }),
    );
  });

  const candidatesInAnyOrder = candidates.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length })),
  );

  test("no order of the input changes anything, ties included", () => {
    fc.assert(
      fc.property(
        candidatesInAnyOrder,
        task,
        ([given, shuffled], forTask) =>
          void expect(ranked(shuffled, { task: forTask, topN: 100 })).toEqual(ranked(given, { task: forTask, topN: 100 })),
      ),
    );
  });

  test("models of equal score stand by name, provider and id", () => {
    fc.assert(
      fc.property(candidates, task, (given, forTask) => {
        const models = ranked(
          given.map((one) => ({
            ...one,
            inputPrice: 1,
            outputPrice: 1,
            status: "unknown" as const,
            scores: { swe_bench: 50, mmlu_pro: 50, human_eval: 50, gpqa_diamond: 50, math: 50 },
          })),
          { task: forTask, topN: 100 },
        );
        const keys = models.map(({ candidate: { name, providerId, modelId } }) => [name, providerId, modelId].join("\u0000"));
        expect(keys).toEqual(keys.toSorted());
      }),
    );
  });

  const NAMES = ["quality", "availability", "cost", "latency"] as const;
  const share = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
  const weightSet = fc
    .record({ quality: share, availability: share, cost: share, latency: share })
    .filter((given) => Object.values(given).some((one) => one > 0));
  const unrounded = 0.0001;

  test("raising a weight never lowers the winner's advantage on that component", () => {
    fc.assert(
      fc.property(
        candidates,
        task,
        weightSet,
        fc.constantFrom(...NAMES),
        fc.integer({ min: 1, max: 50 }),
        (given, forTask, weights, name, tenths) => {
          const winner = (over: RoutingWeights) =>
            ranked(given, { task: forTask, weights: weightsOf(over), topN: 1 })[0]?.components[name] ?? 0;
          expect(winner({ ...weights, [name]: weights[name] + tenths / 10 })).toBeGreaterThanOrEqual(winner(weights) - unrounded);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a dominated model never ranks above its dominator, whatever is weighed", () => {
    const better = fc
      .record({
        cheaper: fc.integer({ min: 0, max: 20 }),
        smarter: fc.integer({ min: 0, max: 30 }),
        status: fc.constantFrom("same" as const, "operational" as const),
        isNamedLater: fc.boolean(),
      })
      .filter(({ cheaper, smarter }) => cheaper + smarter > 0);
    fc.assert(
      fc.property(
        candidates,
        candidate,
        task,
        weightSet,
        better,
        (others, one, forTask, weights, { cheaper, smarter, status, isNamedLater }) => {
          const dominated = { ...one, providerId: "pair", modelId: "dominated", name: "Y", outputPrice: one.outputPrice + cheaper };
          const scores = Object.fromEntries(
            Object.entries(one.scores).map(([id, score]) => [id, score === 0 ? 0 : Math.min(100, score + smarter)]),
          );
          const dominator = {
            ...one,
            providerId: "pair",
            modelId: "dominator",
            name: isNamedLater ? "Z" : "X",
            scores,
            status: status === "same" ? one.status : status,
          };
          const order = ranked([...others, dominated, dominator], { task: forTask, weights: weightsOf(weights), topN: 100 }).map(
            ({ candidate: { modelId, providerId } }) => `${providerId}/${modelId}`,
          );
          expect(order.indexOf("pair/dominator")).toBeLessThanOrEqual(order.indexOf("pair/dominated"));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a model that costs less and scores more, and is named later, still ranks above", () => {
    const worse = aCandidate({ modelId: "worse", name: "A", outputPrice: 11 });
    const best = aCandidate({
      modelId: "best",
      name: "Z",
      scores: { swe_bench: 81, mmlu_pro: 80, human_eval: 80, gpqa_diamond: 80, math: 80 },
    });
    expect(ranked([worse, best]).map(({ candidate: { modelId } }) => modelId)).toEqual(["best", "worse"]);
  });

  test("a cheaper twin never ranks below", () => {
    fc.assert(
      fc.property(candidates, candidate, fc.integer({ min: 1, max: 20 }), (others, one, discount) => {
        const dearer = { ...one, providerId: "twins", modelId: "dearer", outputPrice: one.outputPrice + discount };
        const cheaper = { ...one, providerId: "twins", modelId: "cheaper" };
        const order = ranked([...others, dearer, cheaper], { topN: 100 }).map(
          ({ candidate: { modelId, providerId } }) => `${providerId}/${modelId}`,
        );
        expect(order.indexOf("twins/cheaper")).toBeLessThanOrEqual(order.indexOf("twins/dearer"));
      }),
    );
  });
});
