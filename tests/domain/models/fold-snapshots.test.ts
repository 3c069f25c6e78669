import { describe, expect, test } from "vitest";
import { foldSnapshots, stemOf } from "@/lib/domain/models/fold-snapshots";

describe("the id without its date", () => {
  test.each([
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["claude-opus-4-5-20251101", "claude-opus-4-5"],
    ["claude-opus-4-5@20251101", "claude-opus-4-5"],
    ["command-a-03-2025", "command-a"],
    ["mistral-large-2411", "mistral-large"],
    ["gpt-4-0613", "gpt-4"],
    ["devstral-latest", "devstral"],
  ])("%s is a snapshot of %s", (id, stem) => expect(stemOf(id)).toBe(stem));

  test.each(["gpt-4o", "llama-3.1-405b", "qwen-7b-1000", "phi-9999", "model-2048", "gemini-2.5-pro", "o1", "yi-6b-200k", "x-3232"])(
    "%s has no date",
    (id) => expect(stemOf(id)).toBe(id),
  );
});

const listed = (id: string, released: string | null = null, providerId = "acme") => ({ id, providerId, released });

describe("folding", () => {
  test("shows the id without a date and keeps the ids behind it", () => {
    expect(foldSnapshots([listed("m-2024-08-06"), listed("m"), listed("m-2024-11-20")])).toEqual([
      { ...listed("m"), folded: ["m-2024-11-20", "m-2024-08-06"] },
    ]);
  });

  test("shows the latest, else the newest, where no id is without a date", () => {
    expect(foldSnapshots([listed("m-2512"), listed("m-latest")])[0]).toMatchObject({ id: "m-latest", folded: ["m-2512"] });
    expect(foldSnapshots([listed("m-2402", "2024-02"), listed("m-2407", "2024-07")])[0]).toMatchObject({ id: "m-2407" });
  });

  test("leaves a single snapshot and other providers' listings alone, in their order", () => {
    const rows = [listed("b-2512"), listed("a", null, "acme"), listed("a-2512", null, "other")];
    expect(foldSnapshots(rows).map(({ id, folded }) => [id, folded])).toEqual([
      ["b-2512", []],
      ["a", []],
      ["a-2512", []],
    ]);
  });
});
