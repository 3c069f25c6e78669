import { describe, expect, test } from "vitest";
import { inParallel } from "@/lib/sources/in-parallel";

describe("inParallel", () => {
  test("keeps the order of the items and never exceeds its limit", async () => {
    let atOnce = 0;
    let most = 0;
    const results = await inParallel([5, 1, 4, 2, 3], 2, async (item) => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, item));
      atOnce -= 1;
      return item * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  test("rejects with the first failure and resolves an empty list to an empty list", async () => {
    await expect(inParallel([1, 2], 2, (item) => (item === 2 ? Promise.reject(new Error("two")) : Promise.resolve(item)))).rejects.toThrow(
      "two",
    );
    expect(await inParallel([], 3, () => Promise.reject(new Error("never")))).toEqual([]);
  });
});
