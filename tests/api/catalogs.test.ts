import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentsDirectory } from "@/lib/endpoints/agents/directory";
import { embeddings } from "@/lib/endpoints/embeddings";
import { harnesses } from "@/lib/endpoints/harnesses";
import { multimodal } from "@/lib/endpoints/multimodal";
import { vectorDbs } from "@/lib/endpoints/vector-dbs";
import { recordShippedCatalogs } from "@/lib/ingest/record-shipped-catalogs";
import { type Answer, request } from "../support/server/request";
import { type TestDatabase, useTestDatabase } from "../support/stores/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
  await recordShippedCatalogs(database.db);
});

afterAll(() => database.close());

/** Splits by lines, since no cell of these catalogs contains a line break. */
const csvOf = ({ text }: Answer) => {
  const [header = "", ...rows] = text.trim().split("\n");
  return { header, rows: rows.length };
};

describe("GET /api/embeddings", () => {
  test("lists every model with the fields of the contract", async () => {
    const { status, body } = await request(embeddings);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, source: expect.any(String), lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect(body.count).toBe(body.models.length);
    for (const model of body.models) {
      expect(model).toMatchObject({
        maxInputTokens: expect.any(Number),
        openSource: expect.any(Boolean),
        license: expect.any(String),
        multilingual: expect.any(Boolean),
        pricingNote: expect.any(String),
        notes: expect.any(String),
        source_url: expect.any(String),
      });
      expect(model.dimensions === null).toBe(model.type === "reranker");
    }
  });

  test("filters by type", async () => {
    const { body } = await request(embeddings, "/api/embeddings?type=reranker");
    expect(body.count).toBeGreaterThan(0);
    expect(body.models.every(({ type }: { type: string }) => type === "reranker")).toBe(true);
  });

  test("refuses another type and names the accepted ones", async () => {
    const { status, body } = await request(embeddings, "/api/embeddings?type=rerankers");
    expect(status).toBe(400);
    expect(body).toMatchObject({
      ok: false,
      error: "invalid_parameter",
      parameter: "type",
      given: "rerankers",
      accepted: "one of embedding, reranker",
    });
  });

  test("refuses a blank type, and names unknown parameters in a header", async () => {
    expect((await request(embeddings, "/api/embeddings?type=")).body).toMatchObject({ error: "invalid_parameter", parameter: "type" });
    const all = await request(embeddings);
    const { body, headers } = await request(embeddings, "/api/embeddings?kind=reranker");
    expect([body.count, headers.get("x-ignored-parameters")]).toEqual([all.body.count, "kind"]);
  });

  test("answers CSV with the same filter", async () => {
    const answer = await request(embeddings, "/api/embeddings?type=reranker&format=csv");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const { body } = await request(embeddings, "/api/embeddings?type=reranker");
    expect(csvOf(answer)).toEqual({ header: expect.stringMatching(/^id,name,provider,type,dimensions,/), rows: body.count });
  });

  test("refuses another format", async () => {
    expect((await request(embeddings, "/api/embeddings?format=xml")).status).toBe(400);
  });

  test("never becomes stale, since it is an editorial catalog", async () => {
    const { body } = await request(embeddings);
    expect(body).toMatchObject({ captured_at: `${body.lastUpdated}T00:00:00.000Z`, stale_after_seconds: null });
  });
});

describe("GET /api/multimodal", () => {
  test("prices each kind of model by its own unit", async () => {
    const { body } = await request(multimodal);
    expect(body.count).toBe(body.models.length);
    const units = new Set(body.models.map(({ modality, pricingUnit }: Record<string, string>) => `${modality} ${pricingUnit}`));
    expect(units).toEqual(new Set(["image per_image", "video per_second_video", "tts per_1k_chars", "stt per_minute_audio"]));
    for (const model of body.models) {
      expect(model).toMatchObject({ maxOutput: expect.any(String), features: expect.any(Array), apiAvailable: expect.any(Boolean) });
    }
  });

  test.each(["image", "video", "tts", "stt"])("filters by modality %s", async (modality) => {
    const { body } = await request(multimodal, `/api/multimodal?modality=${modality}`);
    expect(body.count).toBeGreaterThan(0);
    expect(body.models.every((model: { modality: string }) => model.modality === modality)).toBe(true);
  });

  test("refuses an unknown and a repeated modality", async () => {
    expect((await request(multimodal, "/api/multimodal?modality=music")).body).toMatchObject({
      error: "invalid_parameter",
      accepted: "one of image, video, tts, stt",
    });
    expect((await request(multimodal, "/api/multimodal?modality=tts&modality=stt")).status).toBe(400);
  });

  test("answers CSV", async () => {
    const { body } = await request(multimodal);
    expect(csvOf(await request(multimodal, "/api/multimodal?format=csv")).rows).toBe(body.count);
  });
});

describe("GET /api/vector-dbs", () => {
  const ids = async (query: string): Promise<string[]> =>
    (await request(vectorDbs, `/api/vector-dbs${query}`)).body.databases.map(({ id }: { id: string }) => id);

  test("states every ability as a boolean", async () => {
    const { body } = await request(vectorDbs);
    for (const entry of body.databases) {
      for (const flag of ["hybridSearch", "metadataFiltering", "multiTenancy", "serverless", "openSource"]) {
        expect([entry.id, typeof entry[flag]]).toEqual([entry.id, "boolean"]);
      }
    }
  });

  test("keeps open-source entries of any type with open_source=true, and combines both filters", async () => {
    const { body } = await request(vectorDbs, "/api/vector-dbs?open_source=true");
    expect(new Set(body.databases.map(({ type }: { type: string }) => type)).size).toBeGreaterThan(1);
    expect(body.databases.every(({ openSource }: { openSource: boolean }) => openSource)).toBe(true);
    const hybrid = await ids("?type=hybrid");
    const both = await ids("?type=hybrid&open_source=true");
    expect(both.length).toBeGreaterThan(0);
    expect(both.length).toBeLessThan(body.databases.length);
    expect(both.every((id) => hybrid.includes(id))).toBe(true);
    expect((await ids("?type=managed")).length).toBeGreaterThan(0);
    expect(await ids("?type=managed&open_source=true")).toEqual([]);
  });

  test("treats open_source=false as no filter", async () => {
    expect(await ids("?open_source=false")).toEqual(await ids(""));
  });

  test.each(["?type=cloud", "?open_source=maybe", "?open_source=2"])("refuses %s", async (query) => {
    expect((await request(vectorDbs, `/api/vector-dbs${query}`)).body).toMatchObject({ ok: false, error: "invalid_parameter" });
  });

  test("answers CSV", async () => {
    expect(csvOf(await request(vectorDbs, "/api/vector-dbs?type=oss&format=csv"))).toEqual({
      header: expect.stringContaining("hybridSearch,metadataFiltering,multiTenancy"),
      rows: (await ids("?type=oss")).length,
    });
  });
});

describe("GET /api/harnesses", () => {
  test("lists four benchmarks and a score or null for each of them in every row", async () => {
    const { status, body } = await request(harnesses);
    expect(status).toBe(200);
    expect(body.benchmarks.map(({ id, maxScore, unit }: Record<string, unknown>) => [id, maxScore, unit])).toEqual([
      ["swe_bench_verified", 100, "% resolved"],
      ["terminal_bench", 100, "% solved"],
      ["aider_polyglot", 100, "% pass2"],
      ["swe_lancer", 100, "% earned"],
    ]);
    for (const row of body.results) {
      expect(Object.keys(row.scores)).toEqual(["swe_bench_verified", "terminal_bench", "aider_polyglot", "swe_lancer"]);
    }
  });

  test("says that it measured nothing itself, and names the origin of every score", async () => {
    const { body } = await request(harnesses);
    expect(body.note).toContain("Scores are vendor-published best scores, not measured by the service.");
    for (const row of body.results) {
      for (const [benchmark, score] of Object.entries(row.scores)) {
        if (score === null) expect(row.origins[benchmark]).toBeUndefined();
        else {
          expect(row.origins[benchmark]).toMatchObject({
            kind: expect.stringMatching(/^(vendor|leaderboard)$/),
            version: expect.any(String),
            source_url: expect.any(String),
          });
        }
      }
    }
  });

  test("has a rollup for every harness with its best score within one version of each benchmark", async () => {
    const { body } = await request(harnesses);
    expect(body.rollups.map(({ harness }: { harness: string }) => harness)).toEqual(body.harnesses.map(({ id }: { id: string }) => id));
    const { best } = body.rollups.find(({ harness }: { harness: string }) => harness === "claude-code");
    const rows = body.results.filter(
      ({ harness, origins }: { harness: string; origins: Record<string, { version: string }> }) =>
        harness === "claude-code" && origins.terminal_bench?.version === best.terminal_bench.version,
    );
    expect(best.terminal_bench.score).toBe(
      Math.max(...rows.map(({ scores }: { scores: Record<string, number> }) => scores.terminal_bench)),
    );
    expect(best.terminal_bench.version).toBe("2.1");
  });

  test("answers CSV with one score per row", async () => {
    const { body } = await request(harnesses);
    const scores = body.results.flatMap(({ scores: row }: { scores: Record<string, number | null> }) =>
      Object.values(row).filter((score) => score !== null),
    );
    expect(csvOf(await request(harnesses, "/api/harnesses?format=csv"))).toEqual({
      header: "harness,model,benchmark,score,version,kind,variant,date,source_url",
      rows: scores.length,
    });
  });
});

describe("GET /api/agents/directory", () => {
  test("lists categories, and only agents of these categories", async () => {
    const { status, body } = await request(agentsDirectory);
    expect(status).toBe(200);
    const ids = body.categories.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(["coding", "research", "general", "creative", "frameworks"]));
    expect(body.agents.every(({ category }: { category: string }) => ids.includes(category))).toBe(true);
    expect(body.count).toBe(body.agents.length);
  });

  test("filters by category, and refuses an unknown one", async () => {
    const { body } = await request(agentsDirectory, "/api/agents/directory?category=coding");
    expect(body.agents.every(({ category }: { category: string }) => category === "coding")).toBe(true);
    expect((await request(agentsDirectory, "/api/agents/directory?category=cooking")).status).toBe(400);
  });

  test("answers CSV", async () => {
    const { body } = await request(agentsDirectory);
    expect(csvOf(await request(agentsDirectory, "/api/agents/directory?format=csv")).rows).toBe(body.count);
  });
});
