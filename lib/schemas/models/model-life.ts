import { z } from "zod";
import { RETIREMENT_PRECISIONS } from "@/lib/domain/models/retirements/retirement";
import { MODEL_LIFE } from "@/lib/domain/models/model-life";

export const ModelStatus = z
  .enum(MODEL_LIFE)
  .describe(
    "`deprecated`: its retirement is announced; `retired`: the announced day has passed; `rerouted`: so, and another model answers since; `unlisted`: its seller's own list has it no more",
  )
  .meta({ id: "ModelStatus" });

export const DeprecationDate = z.string().nullable().describe("Day on which the provider retires the model, as far as it is announced");

export const ModelLifeFields = { status: ModelStatus, deprecationDate: DeprecationDate };

export const RetirementPrecision = z
  .enum(RETIREMENT_PRECISIONS)
  .describe("`earliest`: its host promises to answer until that day, and has not said when it ends; `none_announced`: no day is known")
  .meta({ id: "RetirementPrecision" });

/** What a listing says of its end; each is left out where nothing is known. */
export const ModelEndFields = {
  retiresOn: z.string().optional().describe("Day after which its host answers no more, YYYY-MM-DD or less of it"),
  precision: RetirementPrecision.optional(),
  announcedOn: z.string().optional(),
  successor: z.string().optional().describe("The one model that its host names instead, by the host's id"),
  successorOptions: z.array(z.string()).optional().describe("The models to choose from, where its host names several"),
  reroutedTo: z.string().optional().describe("The model that answers its calls after that day, at that model's price"),
  lastListedAt: z.iso
    .datetime()
    .optional()
    .describe("When its seller's own list last had it; left out where this service never saw it there"),
};
