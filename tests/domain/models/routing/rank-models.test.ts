import { describe, expect, test } from "vitest";
import { rankModels } from "@/lib/domain/models/routing/rank-models";
import { lowScoresOf, taskQuality } from "@/lib/domain/models/routing/routing-blends";
import { aCandidate, aRoutingRequest, rank } from "../../../support/models/routing-requests";

const NOBODY = {};

describe("quality", () => {
  test("golden: code is (40 × 96 + 40 × 70 + 20 × 85) / 100 / 100 = 0.834", () => {
    expect(taskQuality("code", { human_eval: 96, swe_bench: 70, mmlu_pro: 85, math: 1 }, NOBODY)).toEqual({
      quality: 0.834,
      coverage: 1,
      assumed: [],
    });
  });

  test("golden: general weighs all five benchmarks equally: (70 + 85 + 96 + 84 + 95) / 5 / 100 = 0.86", () => {
    expect(taskQuality("general", { swe_bench: 70, mmlu_pro: 85, human_eval: 96, gpqa_diamond: 84, math: 95 }, NOBODY)).toMatchObject({
      quality: 0.86,
      coverage: 1,
    });
  });

  test("golden: the low score of 10, 20, 30, 40 and 80 is 20, of 10 and 20 it is 12.5; a score of 0 is none", () => {
    const scored = (benchmark: string, ...scores: number[]) => scores.map((score) => ({ [benchmark]: score }));
    expect(lowScoresOf([...scored("math", 40, 10, 80, 20, 30), ...scored("mmlu_pro", 20, 0, 10), { human_eval: 0 }])).toEqual({
      math: 20,
      mmlu_pro: 12.5,
    });
  });

  test("golden: a missing score counts as the low score: code without SWE-bench is (40 × 96 + 40 × 30 + 20 × 85) / 100 / 100 = 0.674", () => {
    expect(taskQuality("code", { human_eval: 96, mmlu_pro: 85 }, { swe_bench: 30, human_eval: 60 })).toEqual({
      quality: 0.674,
      coverage: 0.6,
      assumed: [{ benchmark: "swe_bench", score: 30 }],
    });
  });

  test("golden: a benchmark that nobody was measured on drops out: creative without math is (50 × 80 + 25 × 90) / 75 / 100 = 0.8333, coverage 0.75", () => {
    const { quality, coverage, assumed } = taskQuality("creative", { mmlu_pro: 80, human_eval: 90 }, NOBODY);
    expect([quality.toFixed(4), coverage, assumed]).toEqual(["0.8333", 0.75, []]);
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
    expect([one?.candidate.modelId, one?.assumed]).toEqual(["partly", [{ benchmark: "swe_bench", score: 10 }]]);
  });

  test("ranks a model only when at least 40% of the blend was measured", () => {
    const scores = { human_eval: 90 };
    expect(rank([aCandidate({ scores })], { task: "code" })).toMatchObject([{ coverage: 0.4, components: { quality: 0.9 } }]);
    expect(rank([aCandidate({ scores: { mmlu_pro: 90 } })], { task: "code" })).toEqual([]);
    expect(rank([aCandidate({ scores: { mmlu_pro: 90, math: 90 } })])).toMatchObject([{ coverage: 0.4 }]);
  });

  test("counts a score of 0 as not measured", () => {
    expect(taskQuality("code", { human_eval: 0, swe_bench: 50, mmlu_pro: 50 }, NOBODY)).toMatchObject({ quality: 0.5, coverage: 0.6 });
    expect(taskQuality("code", { human_eval: 0 }, NOBODY)).toEqual({ quality: 0, coverage: 0, assumed: [] });
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
      rank([dear, middle, cheap], { task: "code" }).map(({ rank, candidate, compositeScore, components }) => [
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

  test("golden: cost is relative to the models within budget: 9 and 1 become 0 and 1", () => {
    const left = rank([dear, middle, cheap], { task: "code", budget: 9 });
    expect(left.map(({ candidate, components }) => [candidate.name, components.cost])).toEqual([
      ["Cheap", 1],
      ["Middle", 0],
    ]);
  });

  test("min_quality keeps a model that reaches it exactly", () => {
    expect(
      rank([dear, middle, cheap], { task: "code", minQuality: 0.76 })
        .map(({ candidate }) => candidate.name)
        .sort(),
    ).toEqual(["Dear", "Middle"]);
  });

  test("gives every model a cost of 1 when all prices are equal", () => {
    expect(
      rank([aCandidate({ modelId: "x", name: "X" }), aCandidate({ modelId: "y", name: "Y" })]).map(({ components }) => components.cost),
    ).toEqual([1, 1]);
  });

  test("counts models that the caller's filters removed as considered", () => {
    expect(rankModels({ candidates: [dear], lowScores: NOBODY }, aRoutingRequest({ task: "code", budget: 1 }))).toEqual({
      ranked: [],
      considered: 1,
    });
    expect(rankModels({ candidates: [], lowScores: NOBODY }, aRoutingRequest())).toEqual({ ranked: [], considered: 0 });
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
