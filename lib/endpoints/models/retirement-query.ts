import { z } from "zod";
import { providerParam } from "@/lib/catalogs/name-params";
import { integerParam, listParam } from "@/lib/schemas/params";

/** What is asked for, in every format alike. */
export const retirementQuery = z.object({
  provider: providerParam().optional().meta({ description: "Only models that this provider made or serves, by id or name" }),
  host: providerParam().optional().meta({ description: "Only models at this host, by id or name" }),
  within_days: integerParam(0, 3650).optional().describe("Only those that end within so many days"),
  include: z.enum(["past"]).optional().describe("Adds what has ended"),
  models: listParam({ max: 50 })
    .optional()
    .meta({ description: "Only these, up to 50 ids or names, separated by commas or as repeated keys; also those that have ended" }),
});
