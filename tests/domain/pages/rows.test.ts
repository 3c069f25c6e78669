import { describe, expect, test } from "vitest";
import { pageOfRows, rowsWith, sortRows } from "@/lib/domain/pages/rows";

const rows = [
  { name: "Alpha", price: 2 },
  { name: "Beta", price: null },
  { name: "Gamma", price: 1 },
  { name: "Delta", price: 1 },
];
const names = (list: readonly { name: string }[]): string => list.map(({ name }) => name[0]).join("");

describe("rows of a list", () => {
  test("are found by all words, in any case and order", () => {
    expect(names(rowsWith(rows, " ETA b", ({ name }) => name))).toBe("B");
    expect(names(rowsWith(rows, null, ({ name }) => name))).toBe("ABGD");
  });

  test("stand in either order with unknown values last, and equal ones as they came", () => {
    expect(names(sortRows(rows, ({ price }) => price, "asc"))).toBe("GDAB");
    expect(names(sortRows(rows, ({ price }) => price, "desc"))).toBe("AGDB");
    expect(names(sortRows(rows, ({ name }) => name, "desc"))).toBe("GDBA");
  });

  test("come in pages, the last of which stands for every number beyond it", () => {
    expect(pageOfRows(rows, 2, 3)).toEqual({ rows: [rows[3]], page: 2, total: 4 });
    expect(pageOfRows(rows, 99, 3).page).toBe(2);
    expect(pageOfRows([], 5, 3)).toEqual({ rows: [], page: 1, total: 0 });
  });
});
