import { z } from "zod";
import { parseCatalog } from "./parse-catalog";
import raw from "./score-review.json";

const FILE = "lib/catalogs/score-review.json";

const Removed = z.strictObject({
  maker: z.string().min(1).optional(),
  model: z.string().min(1),
  benchmark: z.string().min(1),
  value: z.number(),
  source: z.string().min(1),
  reason: z.string().min(1),
});

const Kept = z.strictObject({ benchmark: z.string().min(1), model: z.string().min(1), reason: z.string().min(1) });

/** Reviewed figures that look wrong: removed ones, and why each benchmark's highest and lowest stay. */
export const scoreReview = {
  removed: parseCatalog(FILE, Removed, raw.removed),
  kept: parseCatalog(FILE, Kept, raw.kept, ({ benchmark, model }) => `${benchmark} of ${model}`),
};
