import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RoutingWeights } from "@/lib/domain/models/routing/routing-weights";
import { aCandidate, rank, validWeights } from "../../../support/models/routing-requests";

describe("ranking any candidates", () => {
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

  test("does not depend on whether the input is reversed", () => {
    fc.assert(
      fc.property(
        candidates,
        task,
        (list, forTask) =>
          void expect(rank([...list].reverse(), { task: forTask, topN: 10 })).toEqual(rank(list, { task: forTask, topN: 10 })),
      ),
    );
  });

  test("keeps scores and components between 0 and 1, the best first, at most topN", () => {
    fc.assert(
      fc.property(candidates, task, fc.integer({ min: 1, max: 10 }), (list, forTask, topN) => {
        const models = rank(list, { task: forTask, topN });
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

  const candidatesInAnyOrder = candidates.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
  );

  test("does not depend on the order of the input, even for ties", () => {
    fc.assert(
      fc.property(
        candidatesInAnyOrder,
        task,
        ([list, shuffled], forTask) =>
          void expect(rank(shuffled, { task: forTask, topN: 100 })).toEqual(rank(list, { task: forTask, topN: 100 })),
      ),
    );
  });

  test("sorts models of equal score by name, provider and id", () => {
    fc.assert(
      fc.property(candidates, task, (list, forTask) => {
        const models = rank(
          list.map((one) => ({
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
    .filter((weights) => Object.values(weights).some((one) => one > 0));
  const roundingError = 0.0001;

  test("raising a weight never lowers the winner's advantage on that component", () => {
    fc.assert(
      fc.property(
        candidates,
        task,
        weightSet,
        fc.constantFrom(...NAMES),
        fc.integer({ min: 1, max: 50 }),
        (list, forTask, weights, name, tenths) => {
          const winner = (newWeights: RoutingWeights) =>
            rank(list, { task: forTask, weights: validWeights(newWeights), topN: 1 })[0]?.components[name] ?? 0;
          expect(winner({ ...weights, [name]: weights[name] + tenths / 10 })).toBeGreaterThanOrEqual(winner(weights) - roundingError);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a dominated model never ranks above its dominator, whatever the weights", () => {
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
          const order = rank([...others, dominated, dominator], { task: forTask, weights: validWeights(weights), topN: 100 }).map(
            ({ candidate: { modelId, providerId } }) => `${providerId}/${modelId}`,
          );
          expect(order.indexOf("pair/dominator")).toBeLessThanOrEqual(order.indexOf("pair/dominated"));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a cheaper and better model ranks above one that precedes it by name", () => {
    const worse = aCandidate({ modelId: "worse", name: "A", outputPrice: 11 });
    const best = aCandidate({
      modelId: "best",
      name: "Z",
      scores: { swe_bench: 81, mmlu_pro: 80, human_eval: 80, gpqa_diamond: 80, math: 80 },
    });
    expect(rank([worse, best]).map(({ candidate: { modelId } }) => modelId)).toEqual(["best", "worse"]);
  });

  test("a better or cheaper model ranks above its twin also where the scales of quality and cost end", () => {
    const worse = aCandidate({
      modelId: "worse",
      name: "A",
      inputPrice: 0.002,
      outputPrice: 0.002,
      scores: { swe_bench: 99, mmlu_pro: 99, human_eval: 99, gpqa_diamond: 99, math: 99 },
    });
    const better = {
      ...worse,
      modelId: "better",
      name: "Z",
      scores: { swe_bench: 100, mmlu_pro: 100, human_eval: 100, gpqa_diamond: 100, math: 100 },
    };
    const cheaper = { ...worse, modelId: "cheaper", name: "Z", inputPrice: 0.001 };
    for (const other of [better, cheaper]) expect(rank([worse, other]).map(({ candidate: { name } }) => name)).toEqual(["Z", "A"]);
  });

  test("a cheaper twin never ranks below", () => {
    fc.assert(
      fc.property(candidates, candidate, fc.integer({ min: 1, max: 20 }), (others, one, discount) => {
        const dearer = { ...one, providerId: "twins", modelId: "dearer", outputPrice: one.outputPrice + discount };
        const cheaper = { ...one, providerId: "twins", modelId: "cheaper" };
        const order = rank([...others, dearer, cheaper], { topN: 100 }).map(
          ({ candidate: { modelId, providerId } }) => `${providerId}/${modelId}`,
        );
        expect(order.indexOf("twins/cheaper")).toBeLessThanOrEqual(order.indexOf("twins/dearer"));
      }),
    );
  });
});
