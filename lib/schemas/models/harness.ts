import { z } from "zod";

export const HarnessType = z.enum(["cli", "ide", "agent-platform"]);

export const HarnessBenchmarkId = z.enum(["swe_bench_verified", "terminal_bench", "aider_polyglot", "swe_lancer"]);

export const HarnessBenchmark = z
  .strictObject({
    id: HarnessBenchmarkId,
    name: z.string(),
    description: z.string(),
    maxScore: z.number().positive(),
    unit: z.string(),
    versions: z.array(z.string()).min(1).describe("Different task sets, the one preferred for comparison first"),
    sourceUrl: z.string(),
  })
  .meta({ id: "HarnessBenchmark" });

export const Harness = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    vendor: z.string(),
    providerId: z.string(),
    type: HarnessType,
    openSource: z.boolean(),
    license: z.string().nullable(),
    url: z.string(),
    repoUrl: z.string().nullable(),
    modelLockIn: z.string(),
    summary: z.string(),
  })
  .meta({ id: "Harness" });

export const ScoreKind = z.enum(["vendor", "leaderboard"]);

/** `version` is the version of the task set. */
const ScoreOrigin = z.strictObject({
  version: z.string(),
  kind: ScoreKind,
  variant: z.string().nullable(),
  date: z.string().nullable(),
  source: z.string().describe("Id of one of `sources`"),
  source_url: z.string(),
});

export const HarnessResult = z
  .strictObject({
    harness: z.string(),
    model: z.string(),
    scores: z.record(HarnessBenchmarkId, z.number().nullable()),
    origins: z.partialRecord(HarnessBenchmarkId, ScoreOrigin).describe("Kind, version, date and source of each score that is not null"),
    others: z
      .array(ScoreOrigin.extend({ benchmark: HarnessBenchmarkId, score: z.number() }))
      .describe("Further published scores of this pair: other versions, variants or dates"),
  })
  .meta({ id: "HarnessResult" });

export const BestScore = ScoreOrigin.extend({ model: z.string(), score: z.number() });

export const HarnessRollup = z
  .strictObject({
    harness: z.string(),
    name: z.string(),
    vendor: z.string(),
    type: Harness.shape.type,
    openSource: z.boolean(),
    best: z.record(HarnessBenchmarkId, BestScore.nullable()),
  })
  .meta({ id: "HarnessRollup" });

export type HarnessBenchmark = z.output<typeof HarnessBenchmark>;
export type Harness = z.output<typeof Harness>;
