import { describe, expect, test } from "vitest";
import { MODEL_QUESTIONS, priceShare, questionOf, shareWithin, spanOf } from "@/lib/domain/models/model-questions";
import { MODEL_COLUMNS } from "@/lib/domain/models/model-table";

describe("questions", () => {
  test("every order of the list belongs to one, and stands among its columns", () => {
    for (const column of MODEL_COLUMNS) {
      const { columns } = questionOf({ column, direction: "asc" });
      if (column !== "name") expect(columns, column).toContain(column);
    }
  });

  test("each begins with the column that it orders by", () => {
    for (const { sort, columns, name } of MODEL_QUESTIONS) {
      expect(columns[0]).toBe(sort.column);
      expect(questionOf(sort).name).toBe(name);
    }
  });

  test("whoever turns an order around asks the same question", () => {
    expect(questionOf({ column: "output", direction: "desc" }).name).toBe("cheapest");
    expect(questionOf({ column: "score", direction: "asc" }).name).toBe("best");
  });
});

describe("bars", () => {
  test("a price is placed by its logarithm from one cent to 100 dollars, and unknown or free ones have no bar", () => {
    expect([0.01, 1, 100].map(priceShare)).toEqual([0, 0.5, 1]);
    expect([0.001, 500].map(priceShare)).toEqual([0, 1]);
    expect([null, 0].map(priceShare)).toEqual([null, null]);
  });

  test("abilities are placed between the least that is drawn and the highest end of all intervals", () => {
    const span = spanOf([{ low: 110, high: 130 }, null, { low: 120, high: 150 }]);
    expect(span).toEqual({ low: 120, high: 150 });
    expect([110, 120, 135, 150].map((value) => shareWithin(value, { low: 120, high: 150 }))).toEqual([0, 0, 0.5, 1]);
    expect(shareWithin(120, { low: 120, high: 120 })).toBe(1);
    expect(spanOf([null])).toBeNull();
  });
});
