import { z } from "zod";
import { PRICE_CONDITIONS, WEEKDAYS } from "@/lib/domain/models/prices/price-condition";

const Price = z.number().nonnegative();

const TimeBand = z
  .strictObject({
    from_date: z.iso.datetime().optional().describe("From this moment on"),
    to_date: z.iso.datetime().optional().describe("Until before this moment"),
    weekdays: z.array(z.enum(WEEKDAYS)).optional().describe("Left out: every day"),
    zone: z.string().describe("IANA name of the zone in which days and hours are meant"),
    hours: z
      .array(z.string().regex(/^\d{2}:\d{2}-\d{2}:\d{2}$/))
      .min(1)
      .describe("`HH:MM-HH:MM`, the end excluded; `22:00-06:00` passes midnight"),
  })
  .meta({ id: "TimeBand" });

export const StatedCondition = z.strictObject({
  kind: z.enum(PRICE_CONDITIONS),
  above: z.int().positive().optional().describe("Tokens of prompt: a longer one is charged at this price as a whole"),
  band: TimeBand.optional().describe("Left out of a `time_band`: all other hours"),
  value: z.string().optional().describe("Which tier, speed, region or size; `peak` or `off_peak` of a time band"),
  factor: z.number().positive().optional().describe("Times the listing's prices"),
  input: Price.optional().describe("USD per 1M tokens"),
  output: Price.optional().describe("USD per 1M tokens"),
  cached_input: Price.optional().describe("USD per 1M tokens"),
  cache_write: Price.optional().describe("USD per 1M tokens"),
  per_1k: Price.optional().describe("USD per 1,000 requests, searches or images"),
});

export const PriceCondition = StatedCondition.extend({ source: z.string().describe("Key of an entry of `sources`") }).meta({
  id: "PriceCondition",
});
