import { z } from "zod";
import { parseCatalog, requireUnique } from "./parse-catalog";
import raw from "./score-sources.json";

const FILE = "lib/catalogs/score-sources.json";
const PartialDate = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);

const Benchmark = z.strictObject({
  id: z.string().regex(/^[a-z_]+$/),
  name: z.string().min(1),
  description: z.string().min(1),
  max_score: z.literal(100),
  unit: z.string().min(1),
  url: z.url(),
});

const ScoreSource = z.strictObject({
  key: z.string().min(1),
  name: z.string().min(1),
  url: z.url().nullable(),
  license: z.string().min(1),
  date: PartialDate,
});

export type ScoreSource = z.output<typeof ScoreSource>;

export const benchmarkKinds = parseCatalog(FILE, Benchmark, raw.benchmarks);
requireUnique(
  FILE,
  benchmarkKinds.map((benchmark) => benchmark.id),
);

export const scoreSources: readonly ScoreSource[] = parseCatalog(FILE, ScoreSource, raw.sources);
requireUnique(
  FILE,
  scoreSources.map((source) => source.key),
);

/** Day of the newest figure in the bundled catalog; a month becomes its first day. */
export const scoresAsOf: string = PartialDate.parse(raw.as_of).padEnd(10, "-01");
