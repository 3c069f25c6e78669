import { expect, it } from "vitest";
import { rankedExamples } from "@/components/models/example-ranking";
import { DEFAULT_WEIGHTS, routingWeights } from "@/lib/domain/models/routing/routing-weights";

const firstUnder = (asked: Parameters<typeof routingWeights>[0]): string | undefined => {
  const weights = routingWeights(asked);
  return "fault" in weights ? undefined : rankedExamples(weights)[0]?.name;
};

it("ranks the examples by the sum of what each part adds", () => {
  const ranked = rankedExamples(DEFAULT_WEIGHTS);
  for (const { parts, score } of ranked) expect(parts.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 12);
  expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).toSorted((a, b) => b - a));
});

it("puts another example first where another part weighs most", () => {
  expect(firstUnder({ quality: 1, availability: 0, cost: 0, latency: 0 })).toBe("Model One");
  expect(firstUnder({ quality: 0, availability: 0, cost: 1, latency: 0 })).toBe("Model Three");
  expect(firstUnder({ quality: 0.6, availability: 0, cost: 0.4, latency: 0 })).toBe("Model Four");
  expect(rankedExamples(DEFAULT_WEIGHTS).map(({ name }) => name)).toContain("Model Two");
});
