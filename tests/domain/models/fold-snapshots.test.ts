import { describe, expect, test } from "vitest";
import { foldSnapshots, stemOf } from "@/lib/domain/models/fold-snapshots";

describe("the id without its date", () => {
  test.each([
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["claude-opus-4-5-20251101", "claude-opus-4-5"],
    ["claude-opus-4-5@20251101", "claude-opus-4-5"],
    ["devstral-latest", "devstral"],
  ])("%s is a snapshot of %s", (id, stem) => expect(stemOf(id)).toBe(stem));

  test.each(["gpt-4o", "llama-3.1-405b", "gpt-4-0613", "mistral-large-2411", "qwen-7b-1000"])("%s has no full date", (id) =>
    expect(stemOf(id)).toBe(id),
  );
});

const listed = (id: string, released: string | null = null, providerId = "acme", name = id) => ({ id, name, providerId, released });

describe("folding", () => {
  test("shows the id without a date and keeps the ids behind it", () => {
    expect(foldSnapshots([listed("m-2024-08-06"), listed("m"), listed("m-2024-11-20")])).toEqual([
      { ...listed("m"), folded: ["m-2024-11-20", "m-2024-08-06"] },
    ]);
  });

  test("shows the latest, else the newest, where no id is without a date", () => {
    expect(foldSnapshots([listed("m-20251201"), listed("m-latest")])[0]).toMatchObject({ id: "m-latest", folded: ["m-20251201"] });
    expect(foldSnapshots([listed("m-20240201", "2024-02"), listed("m-20240701", "2024-07")])[0]).toMatchObject({ id: "m-20240701" });
  });

  test("folds listings of one name, with what is folded into them", () => {
    const rows = [listed("m-2512", null, "acme", "Model"), listed("m", null, "acme", "Model"), listed("m-20240101")];
    expect(foldSnapshots(rows)).toEqual([{ ...listed("m", null, "acme", "Model"), folded: ["m-20240101", "m-2512"] }]);
  });

  test("leaves a single snapshot and other providers' listings alone, in their order", () => {
    const rows = [listed("b-20251201"), listed("a", null, "acme"), listed("a-20251201", null, "other")];
    expect(foldSnapshots(rows).map(({ id, folded }) => [id, folded])).toEqual([
      ["b-20251201", []],
      ["a", []],
      ["a-20251201", []],
    ]);
  });
});
