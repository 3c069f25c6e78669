import { z } from "zod";
import { MODEL_LIFE } from "@/lib/domain/models/model-life";

export const ModelStatus = z
  .enum(MODEL_LIFE)
  .describe("`deprecated`: its retirement is announced; `retired`: the announced day has passed")
  .meta({ id: "ModelStatus" });

export const DeprecationDate = z.string().nullable().describe("Day on which the provider retires the model, as far as it is announced");

/** What answers that list models say of the life of each. */
export const ModelLifeFields = { status: ModelStatus, deprecationDate: DeprecationDate };
