import { expect, test } from "vitest";
import { harnessResults, harnessRollups, type HarnessScore } from "@/lib/domain/models/scores/harness-rollups";

const BENCHMARKS = [
  { id: "terminal", versions: ["2.1", "2.0", "1.0"] },
  { id: "bugs", versions: ["verified"] },
];

const aScore = (overrides: Partial<HarnessScore>): HarnessScore => ({
  harness: "cli",
  model: "Model A",
  benchmark: "terminal",
  version: "2.0",
  score: 50,
  kind: "leaderboard",
  variant: null,
  date: null,
  source: "board",
  source_url: "https://example.org",
  ...overrides,
});

test("a row takes the best score of the newest version, never a higher one of an older task set", () => {
  const scores = [
    aScore({ version: "1.0", score: 90 }),
    aScore({ version: "2.1", score: 40 }),
    aScore({ version: "2.1", score: 44, variant: "high" }),
  ];
  const [row] = harnessResults(scores, ["cli"], BENCHMARKS);
  expect(row?.best.terminal).toMatchObject({ version: "2.1", score: 44, variant: "high" });
  expect(row?.best.bugs).toBeNull();
  expect(row?.others.map(({ version, score }) => [version, score])).toEqual([
    ["1.0", 90],
    ["2.1", 40],
  ]);
});

test("a rollup is the best model within the newest version that the harness has", () => {
  const scores = [
    aScore({ model: "Old", version: "2.0", score: 80 }),
    aScore({ model: "New", version: "2.1", score: 60 }),
    aScore({ model: "Newer", version: "2.1", score: 61 }),
  ];
  const [rollup] = harnessRollups(scores, ["cli"], BENCHMARKS);
  expect(rollup?.best.terminal).toMatchObject({ model: "Newer", score: 61, version: "2.1" });
});

test("breaks ties by the model's name, so that the answer is stable", () => {
  const scores = [aScore({ model: "Zeta" }), aScore({ model: "Alpha" })];
  expect(harnessRollups(scores, ["cli"], BENCHMARKS)[0]?.best.terminal?.model).toBe("Alpha");
  expect(harnessRollups(scores.toReversed(), ["cli"], BENCHMARKS)[0]?.best.terminal?.model).toBe("Alpha");
});

test("a harness without scores has a rollup of nulls and no rows", () => {
  expect(harnessRollups([], ["cli"], BENCHMARKS)).toEqual([{ harness: "cli", best: { terminal: null, bugs: null } }]);
  expect(harnessResults([], ["cli"], BENCHMARKS)).toEqual([]);
});
