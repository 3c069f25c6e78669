import { describe, expect, test } from "vitest";
import { sortAgents, trendingScore, type AgentSignals } from "@/lib/domain/agents/trending-agents";

const agent = (name: string, overrides: Partial<AgentSignals> = {}): AgentSignals => ({
  name,
  state: "unknown",
  newsCount: null,
  crawlerHits: 0,
  flagshipPrice: null,
  ...overrides,
});

describe("the trending score", () => {
  test.each([
    ["3 × 4 articles + 11 hits + 10 operational = 33", { newsCount: 4, crawlerHits: 11, state: "operational" as const }, 33],
    ["at most 20 articles and 30 hits: 60 + 30 + 4 degraded = 94", { newsCount: 500, crawlerHits: 500, state: "degraded" as const }, 94],
    ["no signals but the state: 6 for unknown", { newsCount: null, crawlerHits: 0, state: "unknown" as const }, 6],
    ["3 × 1 article + 0 down = 3", { newsCount: 1, crawlerHits: 0, state: "down" as const }, 3],
  ])("golden: %s", (_, overrides, score) => {
    expect(trendingScore(agent("x", overrides))).toBe(score);
  });
});

describe("the order of agents", () => {
  const agents = [
    agent("delta", { flagshipPrice: 9, newsCount: 1 }),
    agent("Bravo", { flagshipPrice: 3, state: "down" }),
    agent("charlie", { newsCount: 9, state: "operational" }),
    agent("Alpha", { flagshipPrice: 3, crawlerHits: 30, state: "degraded" }),
  ];
  test.each([
    ["trending", ["charlie", "Alpha", "delta", "Bravo"]],
    ["alphabetical", ["Alpha", "Bravo", "charlie", "delta"]],
    ["status", ["charlie", "Alpha", "Bravo", "delta"]],
    ["price_low", ["Alpha", "Bravo", "delta", "charlie"]],
    ["price_high", ["delta", "Alpha", "Bravo", "charlie"]],
    ["news_count", ["charlie", "delta", "Alpha", "Bravo"]],
  ] as const)("by %s: unknown last, equal ones by name", (sort, expected) => {
    expect(sortAgents(agents, sort).map(({ name }) => name)).toEqual(expected);
    expect(sortAgents(agents.toReversed(), sort).map(({ name }) => name)).toEqual(expected);
  });
});
