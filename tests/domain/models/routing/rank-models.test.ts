import { describe, expect, test } from "vitest";
import { rankModels, type RoutingCandidate } from "@/lib/domain/models/routing/rank-models";
import { taskBlend } from "@/lib/domain/models/routing/routing-blends";
import type { EstimatedScore } from "@/lib/domain/models/capability/estimated-scores";
import type { BenchmarkId } from "@/lib/domain/models/scores/benchmark-ids";
import { aCandidate, aRoutingRequest, rank, validWeights } from "../../../support/models/routing-requests";

const NOBODY = {};
const assumedLow = (benchmark: BenchmarkId, score: number): EstimatedScore => ({
  benchmark,
  score,
  low: score,
  high: score,
  basis: "percentile",
  scores: 0,
});
const estimated = (benchmark: BenchmarkId, score: number): EstimatedScore => ({
  ...assumedLow(benchmark, score),
  basis: "capability",
  scores: 7,
});

describe("quality", () => {
  test("golden: code is (40 × 96 + 40 × 70 + 20 × 85) / 100 / 100 = 0.834", () => {
    expect(taskBlend("code", { human_eval: 96, swe_bench: 70, mmlu_pro: 85, math: 1 }, NOBODY)).toEqual({
      blend: 0.834,
      coverage: 1,
      known: 1,
      assumed: [],
    });
  });

  test("golden: general weighs all five benchmarks equally: (70 + 85 + 96 + 84 + 95) / 5 / 100 = 0.86", () => {
    expect(taskBlend("general", { swe_bench: 70, mmlu_pro: 85, human_eval: 96, gpqa_diamond: 84, math: 95 }, NOBODY)).toMatchObject({
      blend: 0.86,
      coverage: 1,
    });
  });

  test("golden: an estimate stands for a missing score: code without SWE-bench is (40 × 96 + 40 × 30 + 20 × 85) / 100 / 100 = 0.674", () => {
    const estimates = { swe_bench: estimated("swe_bench", 30), human_eval: estimated("human_eval", 60) };
    expect(taskBlend("code", { human_eval: 96, mmlu_pro: 85 }, estimates)).toEqual({
      blend: 0.674,
      coverage: 0.6,
      known: 1,
      assumed: [estimates.swe_bench],
    });
  });

  test("golden: a benchmark that nobody was measured on drops out: creative without math is (50 × 80 + 25 × 90) / 75 / 100 = 0.8333, coverage 0.75", () => {
    const { blend, coverage, assumed } = taskBlend("creative", { mmlu_pro: 80, human_eval: 90 }, NOBODY);
    expect([blend.toFixed(4), coverage, assumed]).toEqual(["0.8333", 0.75, []]);
  });

  test("a model with one high score does not lead one that was measured on everything", () => {
    const oneScore = aCandidate({ modelId: "one", name: "One score", scores: { math: 97 } });
    const all = aCandidate({ modelId: "all", name: "All scores", scores: { gpqa_diamond: 85, math: 92, mmlu_pro: 84 } });
    const weak = aCandidate({ modelId: "weak", name: "Weak", scores: { gpqa_diamond: 40, math: 60, mmlu_pro: 50 } });
    expect(rank([oneScore, all, weak], { task: "reasoning" }).map(({ candidate }) => candidate.name)).toEqual([
      "All scores",
      "One score",
      "Weak",
    ]);
  });

  test("what is assumed does not depend on budget and min_quality", () => {
    const dearAndWeak = aCandidate({
      modelId: "dear",
      inputPrice: 90,
      outputPrice: 90,
      scores: { swe_bench: 10, human_eval: 50, mmlu_pro: 50 },
    });
    const partly = aCandidate({ modelId: "partly", scores: { human_eval: 90, mmlu_pro: 80 } });
    const [one] = rank([dearAndWeak, partly], { task: "code", budget: 10, minQuality: 0.5 });
    expect([one?.candidate.modelId, one?.assumed]).toEqual(["partly", [assumedLow("swe_bench", 10)]]);
  });

  test("ranks a model of which all is estimated by its ability: code of 90, 50 and 80 is (40 × 90 + 40 × 50 + 20 × 80) / 100 / 100 = 0.72", () => {
    const estimates = {
      human_eval: estimated("human_eval", 90),
      swe_bench: estimated("swe_bench", 50),
      mmlu_pro: estimated("mmlu_pro", 80),
    };
    const { ranked } = rankModels([aCandidate({ scores: {}, estimates })], aRoutingRequest({ task: "code" }));
    expect(ranked).toMatchObject([{ coverage: 0, blend: 0.72, components: { quality: 1 }, assumed: [{}, {}, {}] }]);
  });

  test("ranks a model without an ability only when at least 40% of the blend was measured", () => {
    const scores = { human_eval: 90 };
    expect(rank([aCandidate({ scores })], { task: "code" })).toMatchObject([{ coverage: 0.4, blend: 0.9 }]);
    expect(rank([aCandidate({ scores: { mmlu_pro: 90 } })], { task: "code" })).toEqual([]);
    expect(rank([aCandidate({ scores: { mmlu_pro: 90, math: 90 } })])).toMatchObject([{ coverage: 0.4 }]);
  });

  test("counts a score of 0 as not measured", () => {
    expect(taskBlend("code", { human_eval: 0, swe_bench: 50, mmlu_pro: 50 }, NOBODY)).toMatchObject({ blend: 0.5, coverage: 0.6 });
    expect(taskBlend("code", { human_eval: 0 }, NOBODY)).toEqual({ blend: 0, coverage: 0, known: 0, assumed: [] });
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
    // Blended 45, 9 and 1, on a logarithmic scale: cost of the middle one is 1 − ln 9 / ln 45 = 1 − 2.197225 / 3.806662 = 0.422795
    // Failures of 0.166, 0.24 and 0.38: qualities 1, 0.166 / 0.24 = 0.691667 and 0.166 / 0.38 = 0.436842
    // Dear: 0.4 × 1 + 0.3 × 1 + 0.2 × 0 + 0.05 = 0.75
    // Cheap: 0.4 × 0.436842 + 0.3 × 0.7 + 0.2 × 1 + 0.05 = 0.634737
    // Middle: 0.4 × 0.691667 + 0.3 × 0.5 + 0.2 × 0.422795 + 0.05 = 0.561226
    expect(
      rank([dear, middle, cheap], { task: "code" }).map(({ rank, candidate, compositeScore, components }) => [
        rank,
        candidate.name,
        compositeScore,
        components,
      ]),
    ).toEqual([
      [1, "Dear", 0.75, { quality: 1, availability: 1, cost: 0, latency: 0.5 }],
      [2, "Cheap", 0.6347, { quality: 0.4368, availability: 0.7, cost: 1, latency: 0.5 }],
      [3, "Middle", 0.5612, { quality: 0.6917, availability: 0.5, cost: 0.4228, latency: 0.5 }],
    ]);
  });

  test("golden: cost is relative to the models within budget: 9 and 1 become 0 and 1", () => {
    const left = rank([dear, middle, cheap], { task: "code", budget: 9 });
    expect(left.map(({ candidate, components }) => [candidate.name, components.cost])).toEqual([
      ["Cheap", 1],
      ["Middle", 0],
    ]);
  });

  test("golden: a model that fails twice as often as the best has quality 0.5, which a min_quality of 0.5 keeps", () => {
    const scored = (modelId: string, score: number) =>
      aCandidate({ modelId, scores: { human_eval: score, swe_bench: score, mmlu_pro: score } });
    const kept = rank([scored("best", 75), scored("twice", 50), scored("more", 49)], { task: "code", minQuality: 0.5 });
    expect(kept.map(({ candidate, components }) => [candidate.modelId, components.quality])).toEqual([
      ["best", 1],
      ["twice", 0.5],
    ]);
  });

  test("counts fewer failures than one in a hundred as one", () => {
    const scored = (modelId: string, score: number) => aCandidate({ modelId, scores: { gpqa_diamond: score, math: score } });
    const qualities = rank([scored("all", 100), scored("near", 99), scored("half", 98)], { task: "reasoning" });
    expect(qualities.map(({ components }) => components.quality).toSorted()).toEqual([0.5, 1, 1]);
  });

  test("gives every model a cost of 1 when all prices are equal", () => {
    expect(
      rank([aCandidate({ modelId: "x", name: "X" }), aCandidate({ modelId: "y", name: "Y" })]).map(({ components }) => components.cost),
    ).toEqual([1, 1]);
  });

  test("counts models that the caller's filters removed as considered", () => {
    expect(rankModels([dear], aRoutingRequest({ task: "code", budget: 1 }))).toEqual({
      ranked: [],
      considered: 1,
    });
    expect(rankModels([], aRoutingRequest())).toEqual({ ranked: [], considered: 0 });
  });

  test("sorts equal scores by name, then by provider", () => {
    const twins = [
      aCandidate({ name: "B", modelId: "1" }),
      aCandidate({ name: "A", modelId: "2", providerId: "z" }),
      aCandidate({ name: "A", modelId: "3", providerId: "b" }),
    ];
    expect(rank(twins).map(({ candidate }) => candidate.modelId)).toEqual(["3", "2", "1"]);
  });
});

describe("models that another leaves no reason to choose", () => {
  const able = (modelId: string, ability: number, price: number, overrides: Partial<RoutingCandidate> = {}) =>
    aCandidate({
      providerId: modelId,
      modelId,
      name: modelId,
      inputPrice: price,
      outputPrice: price,
      ability: { ability, code: ability },
      ...overrides,
    });
  const left = (candidates: RoutingCandidate[], overrides = {}) =>
    rankModels(candidates, aRoutingRequest({ topN: 10, ...overrides }))
      .ranked.map(({ candidate }) => candidate.modelId)
      .toSorted();

  test("are those that are 15 points less able than one at three times the price or less", () => {
    expect(left([able("weak", 130, 1), able("able", 145, 3)])).toEqual(["able"]);
    expect(left([able("weak", 130.1, 1), able("able", 145, 3)])).toEqual(["able", "weak"]);
    expect(left([able("weak", 130, 1), able("able", 145, 3.1)])).toEqual(["able", "weak"]);
  });

  test("are those whose own maker sells an abler one for no more", () => {
    const own = { providerId: "maker" };
    expect(left([able("old", 140, 2, own), able("new", 141, 2, own)])).toEqual(["new"]);
    expect(left([able("old", 140, 2, own), able("new", 141, 2.1, own)])).toEqual(["new", "old"]);
    expect(left([able("old", 140, 2), able("new", 141, 2)])).toEqual(["new", "old"]);
  });

  test("stay where the other is over the budget, is less available, scores lower in the task, or where quality counts nothing", () => {
    const weak = able("weak", 130, 1);
    expect(left([weak, able("able", 145, 3)], { budget: 2 })).toEqual(["weak"]);
    expect(left([weak, able("able", 145, 3, { status: "down" })])).toEqual(["able", "weak"]);
    expect(left([weak, able("able", 145, 3, { scores: { ...weak.scores, math: 79 } })])).toEqual(["able", "weak"]);
    expect(left([weak, able("able", 145, 3)], { weights: validWeights({ quality: 0, cost: 1 }) })).toEqual(["able", "weak"]);
  });

  test("still set the scale of cost: the cheapest model that fits is 1", () => {
    // Blended 1, 3 and 9: the one of 3 costs 1 − ln 3 / ln 9 = 0.5, although the one of 1 is left out.
    const { ranked } = rankModels([able("weak", 130, 1), able("able", 145, 3), able("ablest", 150, 9)], aRoutingRequest());
    expect(ranked.map(({ candidate, components }) => [candidate.modelId, components.cost])).toEqual([
      ["able", 0.5],
      ["ablest", 0],
    ]);
  });
});

describe("quality by ability", () => {
  test("golden: the ablest is 1, 15 points less are 0.5, 30 are 0.25; code has an ability of its own", () => {
    const able = (modelId: string, ability: number, code: number) =>
      aCandidate({ providerId: modelId, modelId, name: modelId, inputPrice: 1, ability: { ability, code } });
    const dear = { ...able("dear", 150, 135), inputPrice: 60 };
    const middle = { ...able("middle", 135, 150), inputPrice: 10 };
    const qualities = (task: "code" | "general") =>
      rankModels([dear, middle, able("cheap", 120.3, 135.3)], aRoutingRequest({ task, qualityKind: "capability" }))
        .ranked.map(({ candidate, components }) => [candidate.modelId, components.quality])
        .toSorted();
    // 2 to the power of (120.3 − 150) / 15 = 0.2535, of (135.3 − 150) / 15 = 0.507; `dear` is beaten in code by `middle`, of another class.
    expect(qualities("general")).toEqual([
      ["cheap", 0.2535],
      ["dear", 1],
      ["middle", 0.5],
    ]);
    expect(qualities("code")).toEqual([
      ["cheap", 0.507],
      ["middle", 1],
    ]);
  });

  test("leaves out models without a rank", () => {
    expect(rankModels([aCandidate()], aRoutingRequest({ qualityKind: "capability" }))).toEqual({ ranked: [], considered: 0 });
  });
});
