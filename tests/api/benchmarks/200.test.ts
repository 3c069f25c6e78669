import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { recordShippedCatalogs } from "@/lib/ingest/record-shipped-catalogs";
import { findProvider } from "@/lib/catalogs/providers";
import { scoresAsOf } from "@/lib/catalogs/score-sources";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { models } from "@/lib/endpoints/models";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request } from "../../support/server/request";

type Answer = z.output<typeof benchmarks.response>;

let database: TestDatabase;
let answer: Answer & { captured_at: string };

beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
  await recordShippedCatalogs(database.db);
  ({ body: answer } = await request(benchmarks));
});
afterAll(() => database.close());

describe("GET /api/benchmarks", () => {
  test("covers the five benchmarks, each out of 100", () => {
    expect(answer.benchmarks.map(({ id, maxScore }) => [id, maxScore])).toEqual([
      ["swe_bench", 100],
      ["mmlu_pro", 100],
      ["human_eval", 100],
      ["gpqa_diamond", 100],
      ["math", 100],
    ]);
  });

  test("gives every score a declared source, a kind and a task set", () => {
    const keys = new Set(answer.sources.map((source) => source.key));
    expect(answer.models.length).toBeGreaterThan(300);
    for (const model of answer.models) {
      expect(Object.keys(model.details).sort()).toEqual(Object.keys(model.scores).sort());
      for (const detail of Object.values(model.details)) expect(keys.has(detail.source)).toBe(true);
    }
  });

  test("leaves a missing score out instead of giving null or 0", () => {
    const scores = answer.models.flatMap((model) => Object.values(model.scores));
    expect(scores.filter((score) => typeof score !== "number")).toEqual([]);
    expect(answer.models.filter((model) => Object.keys(model.scores).length === 0)).toEqual([]);
  });

  test("joins with /api/models by name and by id", async () => {
    const { body } = await request(models);
    const nameOf = new Map<string, string>(
      body.providers.flatMap((provider: { models: { id: string; name: string }[]; unpriced: { id: string; name: string }[] }) =>
        [...provider.models, ...provider.unpriced].map((model) => [model.id, model.name]),
      ),
    );
    const joined = answer.models.filter((model) => model.id !== null);
    expect(joined.length).toBeGreaterThan(150);
    expect(joined.filter((model) => nameOf.get(model.id ?? "") !== model.model)).toEqual([]);
  });

  test("names only nameOf providers, and is dated by the bundled catalog before any reading", () => {
    expect(answer.models.filter((model) => !findProvider(model.providerId))).toEqual([]);
    expect(answer).toMatchObject({ lastUpdated: scoresAsOf, captured_at: `${scoresAsOf}T00:00:00.000Z` });
  });

  test("gives one line per model as CSV", async () => {
    const { text } = await request(benchmarks, "/api/benchmarks?format=csv");
    expect(text.trim().split("\n")).toHaveLength(answer.count + 1);
  });
});
