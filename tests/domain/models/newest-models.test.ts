import { expect, it } from "vitest";
import { newestModels } from "@/lib/domain/models/newest-models";

const listing = (id: string, released: string | null, over = {}) => ({
  id,
  name: `Model ${id}`,
  maker: "one",
  released,
  status: "active",
  inputPrice: 1,
  outputPrice: 2,
  ...over,
});

const MAKERS = [
  {
    id: "one",
    name: "One",
    models: [
      listing("old", "2025-01"),
      listing("new", "2026-11"),
      listing("able", "2026-11"),
      listing("undated", null),
      listing("gone", "2026-11", { status: "retired" }),
      listing("free", "2026-11", { inputPrice: 0, outputPrice: 0 }),
      listing("twin", "2026-10"),
      listing("twin-2026-10-01", "2026-10", { name: "Model twin" }),
    ],
  },
  { id: "host", name: "Host", models: [listing("hosted", "2026-11")] },
];

const ABLE = [
  { id: "able", providerId: "one", rank: 3, ability: 140 },
  { id: "new", providerId: "one", rank: null, ability: 160 },
];

it("lists what makers sell, the newest first and within a month the ablest, each once", () => {
  const newest = newestModels(MAKERS, ABLE, 10);
  expect(newest.map(({ id, ability }) => [id, ability])).toEqual([
    ["able", 140],
    ["new", null],
    ["twin", null],
    ["old", null],
  ]);
  expect(newestModels(MAKERS, ABLE, 2)).toHaveLength(2);
});
