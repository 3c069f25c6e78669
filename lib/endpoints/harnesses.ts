import { z } from "zod";
import { harnessBenchmarks, harnesses as catalog, harnessScores, harnessSources, harnessesUpdated } from "@/lib/catalogs/harnesses";
import { harnessResults, harnessRollups, type HarnessScore } from "@/lib/domain/models/scores/harness-rollups";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { CatalogSource } from "@/lib/schemas/catalog-source";
import { type BestScore, Harness, HarnessBenchmark, HarnessBenchmarkId, HarnessResult, HarnessRollup } from "@/lib/schemas/models/harness";

const NOTE =
  "Scores are vendor-published best scores, not measured by the service. Each score carries its kind: vendor (published by the maker of the harness or the model) or leaderboard (published by the benchmark or a third party). Versions of a benchmark are different task sets: a best score is the best within the newest version that the harness was scored on.";

const BENCHMARK_IDS = HarnessBenchmarkId.options;

const COLUMNS = ["harness", "model", "benchmark", "score", "version", "kind", "variant", "date", "source_url"] as const;

type Scores = Record<string, HarnessScore | null>;

const byBenchmark = <Value>(valueOf: (id: string) => Value) =>
  Object.fromEntries(BENCHMARK_IDS.map((id) => [id, valueOf(id)])) as Record<z.output<typeof HarnessBenchmarkId>, Value>;

const originOf = ({ version, kind, variant, date, source, source_url }: HarnessScore) => ({
  version,
  kind,
  variant,
  date,
  source,
  source_url,
});

const originsOf = (best: Scores) => Object.fromEntries(BENCHMARK_IDS.flatMap((id) => (best[id] ? [[id, originOf(best[id])]] : [])));

function toBest(score: HarnessScore | null | undefined): z.output<typeof BestScore> | null {
  return score ? { model: score.model, score: score.score, ...originOf(score) } : null;
}

function leaderboard() {
  const ids = catalog.map(({ id }) => id);
  const results = harnessResults(harnessScores, ids, harnessBenchmarks).map(({ harness, model, best, others }) => ({
    harness,
    model,
    scores: byBenchmark((id) => best[id]?.score ?? null),
    origins: originsOf(best),
    others: others.map((score) => ({
      benchmark: score.benchmark as z.output<typeof HarnessBenchmarkId>,
      score: score.score,
      ...originOf(score),
    })),
  }));
  const bests = new Map(harnessRollups(harnessScores, ids, harnessBenchmarks).map(({ harness, best }) => [harness, best]));
  const rollups = catalog.map(({ id, name, vendor, type, openSource }) => ({
    harness: id,
    name,
    vendor,
    type,
    openSource,
    best: byBenchmark((benchmark) => toBest(bests.get(id)?.[benchmark])),
  }));
  return { results, rollups };
}

/** The catalog is part of the release. */
const ranked = leaderboard();

export const harnesses = defineEndpoint({
  method: "GET",
  path: "/api/harnesses",
  tag: "Catalogs",
  summary: "Coding-agent harnesses and their published benchmark scores by base model",
  access: free(),
  reads: ["harnesses"],
  maxAgeSeconds: 300,
  response: z.strictObject({
    source: z.string(),
    lastUpdated: z.string(),
    note: z.string(),
    sources: z.array(CatalogSource),
    benchmarks: z.array(HarnessBenchmark),
    harnesses: z.array(Harness),
    results: z.array(HarnessResult),
    rollups: z.array(HarnessRollup),
  }),
  csv: ({ results }) => ({
    columns: COLUMNS,
    rows: results.flatMap(({ harness, model, scores, origins }) =>
      BENCHMARK_IDS.flatMap((id) => {
        const origin = origins[id];
        return origin
          ? [[harness, model, id, scores[id], origin.version, origin.kind, origin.variant, origin.date, origin.source_url]]
          : [];
      }),
    ),
  }),
}).handle(({ siteName }) => {
  return {
    source: siteName,
    lastUpdated: harnessesUpdated,
    note: NOTE,
    sources: [...harnessSources],
    benchmarks: [...harnessBenchmarks],
    harnesses: [...catalog],
    ...ranked,
  };
});
