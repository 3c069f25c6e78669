import { z } from "zod";
import { BENCHMARK_IDS, type BenchmarkId } from "@/lib/domain/models/scores/benchmark-ids";
import { DeprecationDate, ModelStatus } from "./model-life";

/** Case-insensitive. `missing` is the endpoint's error code for a missing parameter. */
export const benchmarkParam = (missing: string) =>
  z
    .string()
    .max(100)
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(BENCHMARK_IDS))
    .meta({
      missing,
      accepts: `one of ${BENCHMARK_IDS.join(", ")}`,
      known: { name: "benchmarks", values: BENCHMARK_IDS },
      description: "Benchmark id",
    });

const Score = z.number().min(0).max(100);

/** What answers say of scores that an id carries for another. */
export const ScoresOf = z
  .string()
  .nullable()
  .describe("`provider/id` of the dated listing that was measured, where this id stands for it; else null");

export const BenchmarkKind = z
  .strictObject({
    id: z.enum(BENCHMARK_IDS),
    name: z.string(),
    description: z.string(),
    maxScore: z.number(),
    unit: z.string(),
    sourceUrl: z.string(),
  })
  .meta({ id: "BenchmarkKind" });

export const BenchmarkScores = z.strictObject(
  Object.fromEntries(BENCHMARK_IDS.map((id) => [id, Score.optional()])) as Record<BenchmarkId, z.ZodOptional<typeof Score>>,
);

const BenchmarkScoreSource = z
  .strictObject({
    source: z.string().describe("Key of an entry of `sources`"),
    kind: z.enum(["vendor", "independent", "third-party", "unverified"]),
    variant: z.string().describe("Task set; only scores of one variant are comparable"),
    config: z.string().optional(),
    date: z.string().optional(),
    source_url: z.string().optional(),
    others: z.int().nonnegative().describe("How many further readings of this score are known"),
    lowest: Score.optional().describe("Lowest of all readings, where they differ"),
    highest: Score.optional(),
  })
  .meta({ id: "BenchmarkScoreSource" });

export const BenchmarkModel = z
  .strictObject({
    model: z.string(),
    id: z.string().nullable().describe("Id of the maker's listing in /api/models; null when it is not sold by its maker"),
    ids: z.array(z.string()).describe("All ids of this version at its maker: the dated id and its aliases"),
    provider: z.string(),
    providerId: z.string(),
    released: z.string().nullable(),
    status: ModelStatus.nullable().describe("Of the maker's listing; null when it is not sold by its maker"),
    deprecationDate: DeprecationDate,
    scores: BenchmarkScores.describe("0 to 100; a missing score is left out"),
    details: z.partialRecord(z.enum(BENCHMARK_IDS), BenchmarkScoreSource),
  })
  .meta({ id: "BenchmarkModel" });

export type BenchmarkModel = z.output<typeof BenchmarkModel>;

export const ScoreSourceEntry = z
  .strictObject({
    key: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    license: z.string(),
    last_read_at: z.iso.datetime().nullable(),
    fault: z.string().nullable(),
  })
  .meta({ id: "ScoreSourceEntry" });
