import { z } from "zod";
import { RetirementPrecision } from "../models/model-life";

export const RetirementLine = z
  .strictObject({
    event: z.enum(["announced", "moved"]),
    model: z.string().describe("Its id at the provider"),
    provider: z.string().describe("Provider id of the host"),
    retires_on: z.string().nullable(),
    precision: RetirementPrecision,
    moved_from: z.string().nullable().describe("The day before it moved"),
    replacements: z.array(z.string()),
    at: z.iso.datetime().describe("When it was announced, or the new day first read"),
  })
  .meta({ id: "RetirementLine" });
