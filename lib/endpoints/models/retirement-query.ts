import { z } from "zod";
import { providerParam } from "@/lib/catalogs/name-params";
import { integerParam, listParam } from "@/lib/schemas/params";

export const retirementQuery = z.object({
  provider: providerParam().optional().meta({ description: "Maker or host of the model, by id or name" }),
  host: providerParam().optional().meta({ description: "Host of the model, by id or name" }),
  within_days: integerParam(0, 3650).optional().describe("Ending within so many days"),
  include: z.enum(["past"]).optional().describe("Adds what has ended"),
  models: listParam({ max: 50 }).optional().meta({ description: "Up to 50 ids or names; ended ones too" }),
});
