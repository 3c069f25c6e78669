import { z } from "zod";
import { Harness, HarnessBenchmark, HarnessBenchmarkId, ScoreKind } from "@/lib/schemas/models/harness";
import raw from "./harnesses.json";
import { CalendarDate, loadEntries, loadSources, LooseDate, ProviderId, sourceFinder, WebAddress } from "./catalog-entries";
import { parseCatalog } from "./parse-catalog";

const FILE = "lib/catalogs/harnesses.json";

export const harnessBenchmarks: readonly HarnessBenchmark[] = parseCatalog(FILE, HarnessBenchmark, raw.benchmarks);

export const harnesses: readonly Harness[] = loadEntries(
  FILE,
  Harness.extend({ providerId: ProviderId, url: WebAddress, repoUrl: WebAddress.nullable() }),
  raw.entries,
);

const harnessIds = new Set(harnesses.map(({ id }) => id));

const Score = z
  .strictObject({
    harness: z.string().refine((id) => harnessIds.has(id), "is not a harness of the catalog"),
    model: z.string().min(1),
    benchmark: HarnessBenchmarkId,
    version: z.string(),
    score: z.number().min(0).max(100),
    kind: ScoreKind,
    variant: z.string().nullable(),
    date: z.union([CalendarDate, LooseDate]).nullable(),
    source: z.string(),
    source_url: WebAddress,
  })
  .refine(({ benchmark, version }) => harnessBenchmarks.find(({ id }) => id === benchmark)?.versions.includes(version), {
    path: ["version"],
    message: "is not a version of its benchmark",
  });

export type HarnessCatalogScore = z.output<typeof Score>;

export const harnessSources = loadSources(FILE, raw.sources);

const sourceOf = sourceFinder(FILE, harnessSources);

export const harnessScores: readonly HarnessCatalogScore[] = parseCatalog(FILE, Score, raw.scores).map((score) => {
  sourceOf(score.source, `${score.harness} with ${score.model}`);
  return score;
});

export const harnessesUpdated: string = raw.updated;
