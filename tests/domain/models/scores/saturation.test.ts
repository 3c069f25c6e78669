import { describe, expect, it } from "vitest";
import { rankScores, saturationOf } from "@/lib/domain/models/scores/saturation";

describe("the saturation of a benchmark", () => {
  it("is the spread of the best five, and the room above the best", () => {
    expect(saturationOf([60, 90, 88, 80, 85, 70], 100)).toEqual({ best: 90, spread: 20, leaders: 5, room: 10 });
  });

  it("counts the leaders where there are fewer, and is unknown without a score", () => {
    expect(saturationOf([50, 40], 100)).toEqual({ best: 50, spread: 10, leaders: 2, room: 50 });
    expect(saturationOf([], 100)).toBeNull();
  });
});

describe("ranks", () => {
  it("are shared by equal scores; a score that cannot be compared has none", () => {
    expect(rankScores([70, 90, null, 90], (score) => score).map(({ rank }) => rank)).toEqual([3, 1, null, 1]);
  });
});
