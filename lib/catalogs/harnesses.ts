import { z } from "zod";
import { Harness, HarnessBenchmark, HarnessBenchmarkId, ScoreKind } from "@/lib/schemas/models/harness";
import raw from "./harnesses.json";
import { loadSources, ProviderId } from "./catalog-entries";
import { CalendarDate, idAmong, LooseDate, parseCatalog, WebAddress } from "./parse-catalog";

const FILE = "lib/catalogs/harnesses.json";

export const harnessBenchmarks: readonly HarnessBenchmark[] = parseCatalog(FILE, HarnessBenchmark, raw.benchmarks);

export const harnesses: readonly Harness[] = parseCatalog(
  FILE,
  Harness.extend({ providerId: ProviderId, url: WebAddress, repoUrl: WebAddress.nullable() }),
  raw.entries,
  "id",
);

export const harnessSources = loadSources(FILE, raw.sources);

const Score = z
  .strictObject({
    harness: idAmong(harnesses, "is not a harness of the catalog"),
    model: z.string().min(1),
    benchmark: HarnessBenchmarkId,
    version: z.string(),
    score: z.number().min(0).max(100),
    kind: ScoreKind,
    variant: z.string().nullable(),
    date: z.union([CalendarDate, LooseDate]).nullable(),
    source: idAmong(harnessSources, "is not declared"),
    source_url: WebAddress,
  })
  .refine(({ benchmark, version }) => harnessBenchmarks.find(({ id }) => id === benchmark)?.versions.includes(version), {
    path: ["version"],
    message: "is not a version of its benchmark",
  });

export const harnessScores: readonly z.output<typeof Score>[] = parseCatalog(FILE, Score, raw.scores);

export const harnessesUpdated: string = raw.updated;
