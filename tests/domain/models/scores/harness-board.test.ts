import { expect, test } from "vitest";
import { commonVariant, comparableScore, rankedScore } from "@/lib/domain/models/scores/common-variant";
import { harnessBoard, scoredVersions, type HarnessResultEntry } from "@/lib/domain/models/scores/harness-board";

const origin = (version: string) => ({ version, kind: "leaderboard", source_url: "https://board.example", date: null });

const result = (harness: string, model: string, score: number, version: string, others: [number, string][] = []): HarnessResultEntry => ({
  harness,
  model,
  scores: { bench: score, other: null },
  origins: { bench: origin(version) },
  others: others.map(([value, of]) => ({ ...origin(of), benchmark: "bench", score: value })),
});

const results = [
  result("one", "small", 40, "2.0"),
  result("one", "large", 60, "2.0", [
    [90, "1.0"],
    [61, "2.0"],
  ]),
  result("two", "large", 70, "2.0"),
  result("three", "large", 99, "2.1"),
];

test("never mixes versions of a benchmark, and shows the best score of each base model", () => {
  const board = harnessBoard(results, { benchmark: "bench", version: "2.0", model: null });
  expect(board.map(({ harness, points }) => [harness, points.map(({ model, score }) => `${model} ${score}`)])).toEqual([
    ["one", ["large 61", "small 40"]],
    ["two", ["large 70"]],
  ]);
  expect(harnessBoard(results, { benchmark: "bench", version: "2.0", model: "small" }).map(({ harness }) => harness)).toEqual(["one"]);
  expect(harnessBoard(results, { benchmark: "other", version: "2.0", model: null })).toEqual([]);
});

test("names the version with most scores first", () => {
  expect(scoredVersions(results, "bench")).toEqual([
    { version: "2.0", count: 4 },
    { version: "2.1", count: 1 },
    { version: "1.0", count: 1 },
  ]);
});

test("orders a benchmark by the task set that most models were measured on", () => {
  const scored = (variant: string, score: number) => ({ scores: { math: score }, details: { math: { variant } } });
  const models = [scored("MATH-500", 90), scored("MATH level 5", 99), scored("MATH-500", 80)];
  const common = commonVariant(models, "math");
  expect(common).toBe("MATH-500");
  expect(models.map((model) => comparableScore(model, "math", common))).toEqual([90, null, 80]);
  expect(commonVariant(models, "gpqa")).toBeUndefined();
});

test("a retired model has a score, and no place in a ranking", () => {
  const scored = (status: "active" | "deprecated" | "retired" | null) => ({
    scores: { math: 90 },
    details: { math: { variant: "MATH-500" } },
    status,
  });
  const models = [scored("active"), scored("deprecated"), scored("retired"), scored(null)];
  expect(models.map((model) => rankedScore(model, "math", "MATH-500"))).toEqual([90, 90, null, 90]);
});

test("a score that nobody could verify is shown, and has no place in a ranking", () => {
  const scored = (kind: string, score: number) => ({
    scores: { gpqa_diamond: score },
    details: { gpqa_diamond: { variant: "GPQA Diamond", kind } },
    status: "active" as const,
  });
  const models = [scored("unverified", 96), scored("vendor", 95.5)];
  expect(models.map((model) => rankedScore(model, "gpqa_diamond", "GPQA Diamond"))).toEqual([null, 95.5]);
});
