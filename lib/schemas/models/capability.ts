import { z } from "zod";
import { FEWEST_SCORES, WIDEST_HALF } from "@/lib/domain/models/capability/capabilities";
import { BENCHMARK_IDS, type BenchmarkId } from "@/lib/domain/models/scores/benchmark-ids";
import { ModelStatus } from "./model-life";

const Points = z.number().describe("On a scale on which Claude 3.5 Sonnet of June 2024 is 130 and GPT-5 is 150");

const Estimate = z
  .strictObject({
    score: z.number().min(0).max(100),
    low: z.number().min(0).max(100),
    high: z.number().min(0).max(100),
  })
  .meta({ id: "ScoreEstimate" });

export const CapabilityEntry = z
  .strictObject({
    rank: z.int().positive().nullable().describe("Among all ranked models; null for one without a rank"),
    model: z.string(),
    id: z.string().nullable().describe("Id of the maker's listing in /api/models; null where its maker does not sell it"),
    provider: z.string(),
    providerId: z.string().describe("The maker's"),
    released: z.string().nullable(),
    openSource: z.boolean().nullable().describe("Whether the weights can be downloaded; null where nobody says"),
    status: ModelStatus.nullable().describe("Of the maker's listing"),
    sold: z.boolean().describe("Whether anybody sells it now, the maker or a host"),
    hosts: z.int().nonnegative().describe("Providers besides the maker that sell it now"),
    ability: Points,
    low: Points.describe("The interval of 90%, from here to `high`"),
    high: Points,
    code: Points.describe("The ability in code, where scores show that it differs"),
    maths: Points,
    score_count: z.int().positive().describe("How many scores the ability stands on"),
    unranked_because: z
      .enum(["few_scores", "wide_interval"])
      .nullable()
      .describe(`Fewer than ${FEWEST_SCORES} scores, or an interval wider than ${WIDEST_HALF} points to each side`),
    eci: z
      .strictObject({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() })
      .nullable()
      .describe("Epoch AI's own index, where it has the model"),
    estimates: z
      .strictObject(
        Object.fromEntries(BENCHMARK_IDS.map((id) => [id, Estimate.optional()])) as Record<BenchmarkId, z.ZodOptional<typeof Estimate>>,
      )
      .describe("Estimated score in the most usual setting of each benchmark; never a measured score"),
  })
  .meta({ id: "CapabilityEntry" });

export type CapabilityEntry = z.output<typeof CapabilityEntry>;
