import { z } from "zod";

export const SeriesRange = z.strictObject({ from: z.iso.date(), to: z.iso.date(), days: z.int().describe("Both ends included") }).meta({ id: "SeriesRange" });

/** What the free short form of a premium series adds. */
export const FreeTier = {
  tier: z.literal("free"),
  premium: z.strictObject({ endpoint: z.string(), max_range_days: z.int(), credits_per_call: z.int(), note: z.string() }),
};
