import { z } from "zod";
import { SCORE_BASES } from "@/lib/domain/models/capability/estimated-scores";

const Score = z.number().min(0).max(100);

export const AssumedScore = z.strictObject({
  benchmark: z.string(),
  score: Score,
  low: Score.describe("Lower end of the 90% interval"),
  high: Score.describe("Upper end of the 90% interval"),
  basis: z
    .enum(SCORE_BASES)
    .describe("`capability`: estimated by the model's ability; `percentile`: the 25th percentile, where no abilities are fitted"),
  scores: z.int().min(0).describe("How many measured scores of the model the estimate stands on"),
});
