import { z } from "zod";
import type { ScoreObservation } from "@/lib/domain/models/scores/merge-scores";
import { parseCatalog, requireUnique } from "./parse-catalog";
import { findProvider } from "./providers";
import { benchmarkKinds, scoresAsOf, scoreSources } from "./score-sources";
import raw from "./benchmarks.json";

const FILE = "lib/catalogs/benchmarks.json";
const benchmarkIds = new Set(benchmarkKinds.map((benchmark) => benchmark.id));
const sourceKeys = new Set(scoreSources.map((source) => source.key));

const Score = z.strictObject({
  benchmark: z.string().refine((id) => benchmarkIds.has(id), "is not a benchmark we know"),
  value: z.number().min(0).max(100),
  kind: z.enum(["vendor", "independent", "third-party", "unverified"]),
  variant: z.string().min(1),
  source: z.string().refine((key) => sourceKeys.has(key), "is not in the list of sources"),
  config: z.string().optional(),
  date: z.string().optional(),
  url: z.string().optional(),
});

const Entry = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1).max(120),
  maker: z.string().refine((id) => findProvider(id) !== null, "is not in the provider table"),
  released: z.string().optional(),
  scores: z.array(Score).min(1),
});

function load(): ScoreObservation[] {
  const entries = parseCatalog(FILE, Entry, raw);
  requireUnique(
    FILE,
    entries.map((entry) => entry.id),
  );
  return entries.flatMap((entry) =>
    entry.scores.map((score) => ({
      source: score.source,
      benchmarkId: score.benchmark,
      model: entry.name,
      knownKey: `${entry.maker}/${entry.id}`,
      displayName: entry.name,
      makerId: entry.maker,
      released: entry.released ?? null,
      value: score.value,
      kind: score.kind,
      variant: score.variant,
      config: score.config ?? null,
      date: score.date ?? null,
      sourceUrl: score.url ?? null,
    })),
  );
}

/** Scores bundled with the release, used until the job has read the score sources. */
export const bundledScores = { asOf: scoresAsOf, observations: load() };
