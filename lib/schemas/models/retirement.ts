import { z } from "zod";
import { AFTER_RETIREMENT, RETIREMENT_STATES } from "@/lib/domain/models/retirements/retirement";
import { RetirementPrecision } from "./model-life";

const Day = z.string().nullable().describe("YYYY-MM-DD, or less of it");
const Price = z.number().nullable().describe("USD per 1M tokens; null where nobody publishes it");
const RetirementStateName = z
  .enum(RETIREMENT_STATES)
  .describe(
    "`legacy`: closed to new users; `deprecated`: its end is announced; `extended`: kept on for its users, as a rule at a higher price; `retired`: over",
  )
  .meta({ id: "RetirementState" });

const Said = z
  .strictObject({
    source: z.string().describe("Key of an entry of `sources`"),
    state: RetirementStateName,
    retires_on: Day,
    precision: RetirementPrecision,
    source_url: z.string().nullable(),
    last_seen_at: z.iso.datetime(),
  })
  .meta({ id: "RetirementStatement" });

/** A model that a host names by its id. */
const NamedModel = z
  .strictObject({
    model: z.string().describe("Its id at that host"),
    label: z.string().describe("Its name, by whoever has one; the id where nobody names it"),
    is_listed: z.boolean().describe("Whether a price list has it at that host, so that it has a page here"),
  })
  .meta({ id: "NamedModel" });

export const Retirement = z
  .strictObject({
    model: z.string().describe("Its id at that host"),
    host: z.string().describe("Provider id of the host: elsewhere the same model may end on another day, or not at all"),
    host_name: z.string(),
    name: z.string().nullable().describe("Of the listing; null for a model that no price list has"),
    label: NamedModel.shape.label,
    provider: z.string().nullable().describe("Provider id of the maker; null where it is not known"),
    state: RetirementStateName,
    announced_on: Day,
    retires_on: Day,
    precision: RetirementPrecision,
    days_left: z.int().nullable().describe("Until that day; below 0 once it has passed, null where no day is known"),
    after: z.enum(AFTER_RETIREMENT).nullable().describe("What calls get afterwards; null where the host does not say"),
    rerouted_to: z
      .strictObject({ model: z.string(), input_per_1m: Price, output_per_1m: Price })
      .nullable()
      .describe("What answers afterwards, and what it costs"),
    replacement: z.string().nullable().describe("The one model that the host names instead, by the host's id"),
    options: z.array(z.string()).describe("The models to choose from, where the host names several"),
    successors: z
      .array(NamedModel)
      .describe("`replacement` or `options`, with their names; where neither is stated, what answers afterwards"),
    moved_from: z.array(z.string()).describe("The days that were believed before, the first one first"),
    moved_at: z.iso.datetime().nullable().describe("When the newest day was first read; null for one that never moved"),
    source: z.string().describe("Whose word this is: the host's own page where it was read"),
    source_url: z.string().nullable(),
    first_seen_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    disagree: z.boolean().describe("Whether sources say different days; `said` has what each says"),
    said: z.array(Said),
  })
  .meta({ id: "Retirement" });

export type Retirement = z.output<typeof Retirement>;
