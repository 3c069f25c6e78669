import { expect, test } from "vitest";
import { aliasTargets } from "@/lib/domain/models/scores/scores-of";

const carriers = (keys: Record<string, string>) => new Map(Object.entries(keys).map(([id, benchmarkKey]) => [id, { benchmarkKey }]));

test("an id that stands for a dated listing names it; the dated one, and an id with scores of its own, name none", () => {
  const targets = aliasTargets(
    carriers({
      "acme/acme-1": "acme/acme-1",
      "acme/acme-1-2026-03-01": "acme/acme-1",
      "acme/acme-1-latest": "acme/acme-1",
      "acme/acme-2": "acme/acme-2",
      "cloud/acme-1": "acme/acme-1",
    }),
  );
  expect([...targets]).toEqual([
    ["acme/acme-1", "acme/acme-1-2026-03-01"],
    ["acme/acme-1-latest", "acme/acme-1-2026-03-01"],
  ]);
});
